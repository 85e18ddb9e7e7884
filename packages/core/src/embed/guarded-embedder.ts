import type { Schedule } from "../model/schedule.js";
import type { VectorSpace } from "../store/vector-space.js";
import type { Embedder, EmbedderProfile, EmbedOptions, EmbedResult } from "./embedder.js";

/** How long a call may take, and who looks at the clock. */
export interface GuardOptions {
  readonly timeoutMs: number;
  readonly schedule: Schedule;
}

/** Why a call was given up. */
export class EmbedTimeout extends Error {
  override readonly name: string = "TimeoutError";
}

/**
 * An embedder of the host that cannot hold up its callers: a call that takes too long, or is aborted, is given up whatever the
 * embedder does, and what it answers afterwards is ignored. Knows the width of its space once the store does.
 */
export class GuardedEmbedder implements Embedder {
  readonly id: string;
  dimensions?: number;
  readonly maxBatchSize?: number;
  readonly profile?: EmbedderProfile;
  readonly close?: () => Promise<void>;
  readonly #inner: Embedder;
  readonly #options: GuardOptions;
  readonly #declaresWidth: boolean;

  constructor(inner: Embedder, options: GuardOptions) {
    const { id, dimensions, maxBatchSize, profile } = inner;
    this.#inner = inner;
    this.#options = options;
    this.#declaresWidth = dimensions !== undefined;
    this.id = id;
    if (dimensions !== undefined) this.dimensions = dimensions;
    if (maxBatchSize !== undefined) this.maxBatchSize = maxBatchSize;
    if (profile !== undefined) this.profile = profile;
    if (inner.close) this.close = async () => inner.close?.();
  }

  /** Learns how wide vectors are that the store has of this embedder, unless the embedder says so itself. */
  learnWidth(spaces: readonly VectorSpace[]): void {
    const own = spaces.find((space) => space.id === this.id);
    if (own && !this.#declaresWidth) this.dimensions = own.dimensions;
  }

  async embed(texts: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    const { timeoutMs, schedule } = this.#options;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const { promise: givenUp, reject } = Promise.withResolvers<never>();
    // Nobody may be waiting yet, or any more.
    givenUp.catch(() => undefined);
    const giveUp = (reason: unknown): void => {
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    const cancel = schedule(
      () => giveUp(new EmbedTimeout(`gave no answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
    try {
      const answer = this.#inner.embed(texts, { ...options, signal: controller.signal });
      return await Promise.race([answer, givenUp]);
    } finally {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    }
  }
}
