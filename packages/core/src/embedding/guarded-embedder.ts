import type { EmbedOptions, EmbedResult, Embedder } from "../contracts/embedder.js";
import type { QueryExpander } from "../contracts/query-expander.js";
import type { VectorSpace } from "../contracts/write-op.js";
import type { CallOptions, Schedule } from "../model/call-options.js";
import { checkAnswer } from "./check-embedder.js";

/** An embedder around another one, whose declarations it has. */
export abstract class DelegatingEmbedder implements Embedder {
  /** The embedder inside. */
  protected readonly inner: Embedder;

  constructor(inner: Embedder) {
    this.inner = inner;
  }

  get id(): string {
    return this.inner.id;
  }

  get dimensions(): number | undefined {
    return this.inner.dimensions;
  }

  get maxBatchSize(): number | undefined {
    return this.inner.maxBatchSize;
  }

  get maxBatchTokens(): number | undefined {
    return this.inner.maxBatchTokens;
  }

  get maxConcurrency(): number | undefined {
    return this.inner.maxConcurrency;
  }

  get normalized(): boolean | undefined {
    return this.inner.normalized;
  }

  get profile(): Embedder["profile"] {
    return this.inner.profile;
  }

  get expander(): QueryExpander | undefined {
    return this.inner.expander;
  }

  abstract embed(texts: readonly string[], options?: EmbedOptions): Promise<EmbedResult>;
}

/** Time limit of a call, and its timer. */
export interface GuardOptions {
  readonly timeoutMs: number;
  readonly schedule: Schedule;
}

/** Reason of an abort after too long a call. */
export class EmbedTimeout extends Error {
  /** Always `EmbedTimeout`, also after minification. */
  override readonly name: string = "EmbedTimeout";

  /** Returns true if a caught value is one, of any copy of this package. */
  static is(value: unknown): value is EmbedTimeout {
    return value instanceof Error && value.name === "EmbedTimeout";
  }
}

/** An embedder with a time limit: a slow or aborted call is given up, a late answer ignored. */
export class GuardedEmbedder extends DelegatingEmbedder {
  readonly forget?: NonNullable<Embedder["forget"]>;
  readonly close?: () => Promise<void>;
  /** True once it has made a vector. Until then its refusal of a text may be a fault of its own. */
  isProven = false;
  readonly #options: GuardOptions;
  #storedWidth: number | undefined;

  constructor(inner: Embedder, options: GuardOptions) {
    super(inner);
    this.#options = options;
    if (inner.forget) {
      this.forget = async (texts, call = {}) =>
        this.#guard(call, async (signal) => inner.forget?.(texts, { signal }));
    }
    if (inner.close) this.close = async () => inner.close?.();
  }

  override get dimensions(): number | undefined {
    return this.inner.dimensions ?? this.#storedWidth;
  }

  /** Takes the width of its space from the store, unless the embedder declares it. */
  learnWidth(spaces: readonly VectorSpace[]): void {
    const own = spaces.find((space) => space.id === this.id);
    if (own) this.#storedWidth = own.dimensions;
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const ask = (signal: AbortSignal): Promise<EmbedResult> =>
      this.inner.embed(texts, { ...options, signal });
    const answer = await this.#guard(options, ask);
    if (this.isProven) return answer;
    const { vectors } = checkAnswer(this, answer, { count: texts.length, width: this.dimensions });
    this.isProven = vectors.some((vector) => vector !== undefined);
    return answer;
  }

  async #guard<T>({ signal }: CallOptions, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { timeoutMs, schedule } = this.#options;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    // Avoids an unhandled rejection while nobody waits.
    givenUp.catch(() => undefined);
    const giveUp = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    let cancel: (() => void) | undefined;
    try {
      cancel = schedule(
        () => giveUp(new EmbedTimeout(`gave no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      return await Promise.race([call(controller.signal), givenUp]);
    } finally {
      cancel?.();
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
