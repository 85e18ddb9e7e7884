import type { Embedder } from "../contracts/embedder.js";
import { retryAfterMs, textIndexOf } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";
import type { Logger } from "../model/call-options.js";

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

/**
 * What several embedders failed with, as one error: that of the first, retryable if any of them is.
 * It asks for a wait if all do that may be tried again, and for the shortest one. That a text
 * cannot be embedded counts only if all of them say so, and which one only if they agree.
 * @param errors - One per embedder, at least one.
 */
export function allFailed(id: string, errors: readonly unknown[]): MemoryError {
  const first = errors.find((error) => !isUnfit(error)) ?? errors[0];
  const known = MemoryError.is(first) ? first : undefined;
  const message = known?.message ?? `embedder ${id} failed`;
  const passing = errors.filter(mayPass);
  return new MemoryError(known?.code ?? "embedder-failed", message, {
    cause: new AggregateError(errors, `all ${errors.length} embedders failed`),
    retryable: passing.length > 0,
    details: detailsOf(errors, passing),
  });
}

function detailsOf(
  errors: readonly unknown[],
  passing: readonly unknown[],
): MemoryError["details"] {
  const waits = passing.map((error) => retryAfterMs(error));
  if (waits.length > 0 && !waits.includes(0)) return { retryAfterMs: Math.min(...waits) };
  const [textIndex, ...others] = new Set(errors.map((error) => textIndexOf(error, Infinity)));
  return textIndex !== undefined && others.length === 0 ? { textIndex } : {};
}

function mayPass(error: unknown): boolean {
  return !isUnfit(error) && (!MemoryError.is(error) || error.retryable);
}

function isUnfit(error: unknown): boolean {
  return MemoryError.is(error, "invalid-input");
}
