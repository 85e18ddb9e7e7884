import type { Embedder } from "../contracts/embedder.js";
import { retryAfterMs } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";
import type { Logger } from "../model/logger.js";

/** How long they rest, and who looks at the clock. */
export interface RestOptions {
  readonly restMs: number;
  readonly clock: () => Date;
  readonly logger: Logger;
}

/** Why one rests. */
interface Rest {
  /** Until when, in milliseconds since 1970. */
  readonly untilMs: number;
  /** What it failed with. */
  readonly error: unknown;
}

/** Interchangeable embedders, of which those that failed rest for a while. */
export class RestingEmbedders {
  /** All of them, in the order of preference. */
  readonly all: readonly Embedder[];
  readonly #options: RestOptions;
  readonly #rests = new Map<Embedder, Rest>();

  constructor(all: readonly Embedder[], options: RestOptions) {
    this.all = all;
    this.#options = options;
  }

  /**
   * Whom to ask, one after the other: those that are awake, and then the one whose rest ends first.
   */
  toAsk(): readonly Embedder[] {
    const now = this.#options.clock().getTime();
    const until = (embedder: Embedder): number => this.#rests.get(embedder)?.untilMs ?? -Infinity;
    const awake = this.all.filter((embedder) => until(embedder) <= now);
    const resting = this.all.filter((embedder) => until(embedder) > now);
    const [soonest] = resting.toSorted((a, b) => until(a) - until(b));
    return soonest ? [...awake, soonest] : awake;
  }

  /** What those rest for that were not asked; they may be able to do what the others were not. */
  errorsOfOthers(asked: readonly Embedder[]): readonly unknown[] {
    const others = this.all.filter((embedder) => !asked.includes(embedder));
    return others.map((embedder) => this.#rests.get(embedder)?.error);
  }

  /** It works. */
  wake(embedder: Embedder): void {
    this.#rests.delete(embedder);
  }

  /** It failed: it rests, unless it is a text that cannot be embedded. */
  failed(embedder: Embedder, error: unknown): void {
    const { restMs, clock, logger } = this.#options;
    if (MemoryError.is(error, "invalid-input")) return;
    const ms = retryAfterMs(error) || restMs;
    this.#rests.set(embedder, { untilMs: clock().getTime() + ms, error });
    const place = `${this.all.indexOf(embedder) + 1} of ${this.all.length}`;
    logger.warn(`embedder ${embedder.id} (${place}) failed and rests for ${ms} ms`, {
      reason: MemoryError.is(error) ? error.message : "unknown",
    });
  }
}
