import { unlessAborted } from "@kioku/core/toolkit";

import { generatorParts } from "../isolate/generator-parts.js";

/** Takes a part of an output. Resolves when the consumer has it, and rejects after an abort. */
export type TakePart = (part: unknown) => Promise<void>;

/** Runs the skill and returns its output. */
type Produce = (take: TakePart, signal: AbortSignal) => Promise<unknown>;

type Step = IteratorResult<unknown, undefined>;

interface WaitingPart {
  readonly part: unknown;
  readonly taken: () => void;
}

const END: Step = { done: true, value: undefined };

/**
 * The parts of an output, then the output. The skill starts with the first call of `next`, and goes
 * on when its last part was taken. `return` aborts it.
 */
export class SkillStream implements AsyncIterableIterator<unknown, undefined> {
  readonly #produce: Produce;
  readonly #given: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #parts: WaitingPart[] = [];
  readonly #readers: PromiseWithResolvers<Step>[] = [];
  #state: "new" | "running" | "ended" = "new";
  #failure: { readonly error: unknown } | undefined;
  /** The last part, if there is any. */
  #last: { readonly part: unknown } | undefined;

  constructor(produce: Produce, signal?: AbortSignal) {
    this.#produce = produce;
    this.#given = signal;
  }

  async next(): Promise<Step> {
    if (this.#state === "new") void this.#run();
    const waiting = this.#parts.shift();
    if (waiting) {
      waiting.taken();
      return { done: false, value: waiting.part };
    }
    if (this.#state === "ended") return this.#end();
    const reader = Promise.withResolvers<Step>();
    this.#readers.push(reader);
    return reader.promise;
  }

  async return(): Promise<Step> {
    this.#state = "ended";
    this.#parts.length = 0;
    this.#failure = undefined;
    this.#controller.abort();
    this.#tellReaders();
    return END;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #run(): Promise<void> {
    this.#state = "running";
    const given = this.#given;
    const { signal } = this.#controller;
    const abort = (): void => this.#controller.abort(given?.reason);
    given?.addEventListener("abort", abort, { once: true });
    try {
      given?.throwIfAborted();
      const output = await this.#produce((part) => this.#take(part), signal);
      if (!this.#last || !Object.is(this.#last.part, output))
        void this.#take(output).catch(() => undefined);
    } catch (error) {
      if (!this.#isEnded()) this.#failure = { error };
      if (signal.aborted) this.#parts.length = 0;
    }
    given?.removeEventListener("abort", abort);
    this.#state = "ended";
    this.#tellReaders();
  }

  async #take(part: unknown): Promise<void> {
    const { signal } = this.#controller;
    signal.throwIfAborted();
    this.#last = { part };
    const reader = this.#readers.shift();
    if (reader) {
      reader.resolve({ done: false, value: part });
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    this.#parts.push({ part, taken: resolve });
    await promise.finally(() => signal.removeEventListener("abort", abort));
  }

  /** Ends the iteration, with the failure of the skill the first time. */
  #end(): Step {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) throw failure.error;
    return END;
  }

  #isEnded(): boolean {
    return this.#state === "ended";
  }

  #tellReaders(): void {
    for (const reader of this.#readers.splice(0)) {
      try {
        reader.resolve(this.#end());
      } catch (error) {
        reader.reject(error);
      }
    }
  }
}

/**
 * Returns the output of a call: of a generator, the value that it returns, or else the last one
 * that it yields. Each that it yields is taken before the next is asked for.
 */
export async function drained(
  output: unknown,
  { take, signal }: { readonly take: TakePart | undefined; readonly signal: AbortSignal },
): Promise<unknown> {
  const parts = generatorParts(output);
  if (!parts) return output;
  let last: unknown;
  for (;;) {
    const step = await parts.next();
    if (step.done === true) return step.value === undefined ? last : step.value;
    last = await step.value;
    try {
      if (take) await unlessAborted(take(last), signal);
      signal.throwIfAborted();
    } catch (error) {
      await parts.return?.();
      throw error;
    }
  }
}
