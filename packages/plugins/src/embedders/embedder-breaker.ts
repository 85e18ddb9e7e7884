import { MemoryError, type Embedder, type Logger } from "@kioku/core";
import { retryAfterMs, textIndexOf } from "@kioku/core/toolkit";

/** Pause of a failed embedder, and the parts that apply it. */
export interface BreakerOptions {
  readonly restMs: number;
  readonly clock: () => Date;
  readonly logger: Logger;
}

interface Pause {
  readonly untilMs: number;
  readonly error: unknown;
}

/** Pauses those of several interchangeable embedders that failed. */
export class EmbedderBreaker {
  readonly all: readonly Embedder[];
  readonly #options: BreakerOptions;
  readonly #pauses = new Map<Embedder, Pause>();

  constructor(all: readonly Embedder[], options: BreakerOptions) {
    this.all = all;
    this.#options = options;
  }

  /** Returns the embedders not paused, then the one whose pause ends first. */
  candidates(): readonly Embedder[] {
    const now = this.#options.clock().getTime();
    const until = (embedder: Embedder): number => this.#pauses.get(embedder)?.untilMs ?? -Infinity;
    const active = this.all.filter((embedder) => until(embedder) <= now);
    const paused = this.all.filter((embedder) => until(embedder) > now);
    const [soonest] = paused.toSorted((a, b) => until(a) - until(b));
    return soonest ? [...active, soonest] : active;
  }

  /** Returns the errors of the paused embedders that were not asked. */
  errorsExceptOf(asked: readonly Embedder[]): readonly unknown[] {
    const others = this.all.filter((embedder) => !asked.includes(embedder));
    return others.map((embedder) => this.#pauses.get(embedder)?.error);
  }

  resume(embedder: Embedder): void {
    this.#pauses.delete(embedder);
  }

  /** Pauses an embedder that failed, unless it is a text that cannot be embedded. */
  failed(embedder: Embedder, error: unknown): void {
    const { restMs, clock, logger } = this.#options;
    if (MemoryError.is(error, "invalid-input")) return;
    const ms = retryAfterMs(error) || restMs;
    this.#pauses.set(embedder, { untilMs: clock().getTime() + ms, error });
    const place = `${this.all.indexOf(embedder) + 1} of ${this.all.length}`;
    logger.warn(`embedder ${embedder.id} (${place}) failed and rests for ${ms} ms`, {
      reason: MemoryError.is(error) ? error.message : "unknown",
    });
  }
}

/** Combines the errors of all embedders: that of the first, but retryable if any is. */
export function combineFailures(id: string, errors: readonly unknown[]): MemoryError {
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
