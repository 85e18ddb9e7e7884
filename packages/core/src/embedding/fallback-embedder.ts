import type {
  EmbedOptions,
  EmbedResult,
  Embedder,
  EmbedderProfile,
} from "../contracts/embedder.js";
import { MemoryError } from "../errors/memory-error.js";
import { allDone } from "../internal/async/all-done.js";
import { safeLogger } from "../internal/async/notify.js";
import { unlessAborted } from "../internal/async/unless-aborted.js";
import { checkedClock } from "../internal/check/callback-answers.js";
import {
  checkFunction,
  checkMembers,
  checkMethods,
  checkNumber,
  invalidInput,
} from "../internal/check/check.js";
import { silentLogger } from "../model/call-options.js";
import type { Logger } from "../model/call-options.js";
import { checkAnswer } from "./check-answer.js";
import { checkEmbedder } from "./check-embedder.js";
import { DEFAULT_BATCH_SIZE, DEFAULT_CONCURRENCY } from "./embed-texts.js";
import { RestingEmbedders, allFailed } from "./embedder-breaker.js";
import { EmbedTimeout } from "./guarded-embedder.js";
import { ownTexts } from "./own-texts.js";

/** What `fallbackEmbedder` takes beside the embedders. */
export interface FallbackEmbedderOptions {
  /**
   * How long one that failed is not asked while another works, in milliseconds, 0 to 86,400,000;
   * one that says itself when to come back (`retryAfterMs`) rests that long.
   * @defaultValue `30000`
   */
  readonly restMs?: number | undefined;
  /**
   * What time it is.
   * @defaultValue the time of the system
   */
  readonly clock?: (() => Date) | undefined;
  /**
   * Told of each one that begins to rest.
   * @defaultValue says nothing
   */
  readonly logger?: Logger | undefined;
}

/**
 * Several ways to one model as one embedder: the first is asked, the next one if it fails, and so
 * on. They must have one id, since vectors of two models never meet in one space; to change the
 * model, give a memory a list of embedders instead. One that failed rests, so that a server that is
 * down does not slow every call down; if all rest, the one whose rest ends first is asked. If all
 * fail, the error is that of the first, retryable if any of them is, and its `cause` is an
 * `AggregateError` of all.
 * @throws `invalid-input` if they differ in id or width, and for an option that is unknown or
 *   cannot work.
 */
export function fallbackEmbedder(
  embedders: readonly Embedder[],
  options: FallbackEmbedderOptions = {},
): Embedder {
  checkInterchangeable(embedders);
  checkMembers(options, "options", ["restMs", "clock", "logger"]);
  const { restMs = 30_000, clock = () => new Date(), logger = silentLogger } = options;
  checkNumber(restMs, "options.restMs", { min: 0, max: 86_400_000 });
  checkFunction(clock, "options.clock");
  checkMethods(logger, "options.logger", ["warn", "error"]);
  const rules = { restMs, clock: checkedClock(clock), logger: safeLogger(logger) };
  return new FallbackEmbedder(new RestingEmbedders([...embedders], rules));
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
  readonly #resting: RestingEmbedders;
  #closing: Promise<void> | undefined;

  constructor(resting: RestingEmbedders) {
    this.#resting = resting;
    this.#all = resting.all;
    this.id = this.#all[0]?.id ?? "";
    if (this.#all.some((one) => one.forget !== undefined)) {
      this.forget = (texts, options) =>
        allDone(this.#all.map((one) => async () => one.forget?.(texts, options)));
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

  async embed(given: readonly string[], options: EmbedOptions = {}): Promise<EmbedResult> {
    const { signal } = options;
    this.#requireOpen();
    signal?.throwIfAborted();
    const texts = ownTexts(given);
    const errors: unknown[] = [];
    const asked = this.#resting.toAsk();
    for (const embedder of asked) {
      this.#requireOpen();
      signal?.throwIfAborted();
      try {
        const answer = await this.#askOne(embedder, texts, options);
        this.#resting.wake(embedder);
        return answer;
      } catch (error) {
        // An abort says nothing of the embedder, unless a memory has given it up for want of an
        // answer in time.
        const isAborted = signal?.aborted === true && !EmbedTimeout.is(signal.reason);
        if (!isAborted) this.#resting.failed(embedder, error);
        signal?.throwIfAborted();
        errors.push(error);
      }
    }
    throw allFailed(this.id, [...errors, ...this.#resting.errorsOfOthers(asked)]);
  }

  close(): Promise<void> {
    this.#closing ??= allDone(this.#all.map((one) => async () => one.close?.()));
    return this.#closing;
  }

  #requireOpen(): void {
    if (this.#closing) {
      throw new MemoryError("closed", `embedder ${this.id} is closed: make a new one`);
    }
  }

  /** What one embedder answers, if every text has a vector in it. */
  async #askOne(
    embedder: Embedder,
    texts: readonly string[],
    options: EmbedOptions,
  ): Promise<EmbedResult> {
    // Asked in a function of its own, so that what it throws at once is a failure as well.
    const ask = async (): Promise<EmbedResult> => embedder.embed(texts, options);
    const answer = await unlessAborted(ask(), options.signal);
    // Where nobody says the width, an answer has to be of one width only: the first one seen may
    // have been the wrong one.
    const asked = { count: texts.length, width: this.dimensions };
    const { failure } = checkAnswer(embedder, answer, asked);
    if (failure) throw failure;
    return answer;
  }

  /** The smallest limit; `undefined` if nobody names one. */
  #least(
    limit: "maxBatchSize" | "maxBatchTokens" | "maxConcurrency",
    unsaid: number,
  ): number | undefined {
    if (this.#all.every((one) => one[limit] === undefined)) return undefined;
    return Math.min(...this.#all.map((one) => one[limit] ?? unsaid));
  }
}
