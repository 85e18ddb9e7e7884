import { MemoryError, type Embedder, type Logger, type QueryExpander } from "@kioku/core";
import {
  checkAnswer,
  checkedClock,
  checkEmbedder,
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  DEFAULT_BATCH_SIZE,
  DEFAULT_CONCURRENCY,
  EmbedTimeout,
  invalidInput,
  ownTexts,
  safeLogger,
  unlessAborted,
} from "@kioku/core/toolkit";
import type { EmbedderProfile, EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

import { combineFailures, EmbedderBreaker, type BreakerOptions } from "./embedder-breaker.js";
import { settleAll } from "./settle-all.js";

/** Options of `fallbackEmbedder`. */
export interface FallbackEmbedderOptions {
  /** Pause after a failure without `retryAfterMs`: 0 to 86,400,000 ms. @defaultValue `30000` */
  readonly restMs?: number | undefined;
  /** Returns the current time. @defaultValue the time of the system */
  readonly clock?: (() => Date) | undefined;
  /** Logs each pause. @defaultValue silent */
  readonly logger?: Logger | undefined;
}

function resolveFallbackOptions(options: FallbackEmbedderOptions): BreakerOptions {
  checkMembers(options, "options", ["restMs", "clock", "logger"]);
  const { restMs = 30_000, clock = () => new Date(), logger } = options;
  checkNumber(restMs, "options.restMs", { min: 0, max: 86_400_000 });
  checkFunction(clock, "options.clock");
  if (logger !== undefined) checkMethods(logger, "options.logger", ["warn", "error"]);
  return { restMs, clock: checkedClock(clock), logger: safeLogger(logger) };
}

/**
 * Combines several ways to one model, of one id: if the first embedder fails, it is paused, and the
 * next one is asked; if all are paused, the one whose pause ends first. If all fail, the error is
 * that of the first, retryable if any is, with an `AggregateError` of all as `cause`.
 * @throws `invalid-input` if they differ in id or width, and for an unknown or wrong option.
 */
export function fallbackEmbedder(
  embedders: readonly Embedder[],
  options: FallbackEmbedderOptions = {},
): Embedder {
  checkInterchangeable(embedders);
  const rules = resolveFallbackOptions(options);
  return new FallbackEmbedder(new EmbedderBreaker([...embedders], rules));
}

function checkInterchangeable(embedders: readonly Embedder[]): void {
  const given: unknown = embedders;
  if (!Array.isArray(given) || given.length === 0) {
    throw invalidInput("embedders", "a list of at least one embedder", given);
  }
  let id: string | undefined;
  let width: number | undefined;
  for (const [index, embedder] of embedders.entries()) {
    const name = `embedders[${index}]`;
    checkEmbedder(embedder, name);
    id ??= embedder.id;
    if (embedder.id !== id)
      throw invalidInput(`${name}.id`, `that of the first, ${id}`, embedder.id);
    const { dimensions = width } = embedder;
    width ??= dimensions;
    if (dimensions !== width) {
      throw invalidInput(`${name}.dimensions`, `as of the others, ${width}`, dimensions);
    }
  }
}

class FallbackEmbedder implements Embedder {
  readonly id: string;
  readonly forget?: NonNullable<Embedder["forget"]>;
  readonly #all: readonly Embedder[];
  readonly #breaker: EmbedderBreaker;
  #closing: Promise<void> | undefined;

  constructor(breaker: EmbedderBreaker) {
    this.#breaker = breaker;
    this.#all = breaker.all;
    this.id = this.#all[0]?.id ?? "";
    if (this.#all.some((one) => one.forget !== undefined)) {
      this.forget = (texts, options) =>
        settleAll(this.#all.map((one) => async () => one.forget?.(texts, options)));
    }
  }

  get dimensions(): number | undefined {
    return this.#all.find(({ dimensions }) => dimensions !== undefined)?.dimensions;
  }

  get maxBatchSize(): number | undefined {
    return this.#least("maxBatchSize", DEFAULT_BATCH_SIZE);
  }

  get maxBatchTokens(): number | undefined {
    return this.#least("maxBatchTokens", Infinity);
  }

  get maxConcurrency(): number | undefined {
    return this.#least("maxConcurrency", DEFAULT_CONCURRENCY);
  }

  get normalized(): boolean {
    return this.#all.every(({ normalized }) => normalized === true);
  }

  get profile(): EmbedderProfile | undefined {
    return this.#all.find(({ profile }) => profile)?.profile;
  }

  get expander(): QueryExpander | undefined {
    return this.#all.find(({ expander }) => expander)?.expander;
  }

  async embed(given: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    this.#requireOpen();
    signal?.throwIfAborted();
    const texts = ownTexts(given);
    const errors: unknown[] = [];
    const asked = this.#breaker.candidates();
    for (const embedder of asked) {
      this.#requireOpen();
      signal?.throwIfAborted();
      try {
        const answer = await this.#askOne(embedder, texts, options);
        this.#breaker.resume(embedder);
        return answer;
      } catch (error) {
        // An abort is no failure of the embedder, unless a memory gave up waiting for its answer.
        const isAborted = signal?.aborted === true && !EmbedTimeout.is(signal.reason);
        if (!isAborted) this.#breaker.failed(embedder, error);
        signal?.throwIfAborted();
        errors.push(error);
      }
    }
    throw combineFailures(this.id, [...errors, ...this.#breaker.errorsExceptOf(asked)]);
  }

  close(): Promise<void> {
    this.#closing ??= settleAll(this.#all.map((one) => async () => one.close?.()));
    return this.#closing;
  }

  #requireOpen(): void {
    if (this.#closing) {
      throw new MemoryError("closed", `embedder ${this.id} is closed; create a new one`);
    }
  }

  /** Returns the answer of one embedder if it has a vector for every text. */
  async #askOne(
    embedder: Embedder,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<EmbedResult> {
    // An async function makes a rejection of an error that is thrown at once.
    const ask = async (): Promise<EmbedResult> => embedder.embed(texts, options);
    const answer = await unlessAborted(ask(), options.signal);
    // Without a declared width an answer need only be of one width.
    const asked = { count: texts.length, width: this.dimensions };
    const { failure } = checkAnswer(embedder, answer, asked);
    if (failure) throw failure;
    return answer;
  }

  #least(
    limit: "maxBatchSize" | "maxBatchTokens" | "maxConcurrency",
    unsaid: number,
  ): number | undefined {
    if (this.#all.every((one) => one[limit] === undefined)) return undefined;
    return Math.min(...this.#all.map((one) => one[limit] ?? unsaid));
  }
}
