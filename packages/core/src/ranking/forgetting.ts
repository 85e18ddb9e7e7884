import type { MemoryRecord } from "../model/record.js";

const MS_PER_DAY = 86_400_000;
/** Exponent of the FSRS-6 forgetting curve with the published default weights (w20 = 0.1542). */
const DECAY = -0.1542;
/** Chosen so that retrievability is 0.9 when the elapsed time equals the stability. */
const FACTOR = 0.9 ** (1 / DECAY) - 1;

/** The times and the stability of a memory. */
export type Remembered = Pick<MemoryRecord, "strength" | "createdAt">;

interface Moment {
  readonly record: Remembered;
  readonly now: Date;
}

/**
 * Returns the probability of recall after `elapsedDays` without use, by the FSRS-6 power curve
 * `(1 + FACTOR · t / S) ^ DECAY`, in (0, 1]. Time that runs backwards counts as none.
 *
 * @see https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
export function retrievability(elapsedDays: number, stabilityDays: number): number {
  return (1 + (FACTOR * Math.max(elapsedDays, 0)) / stabilityDays) ** DECAY;
}

/**
 * Returns the stability of a new memory in days: 8.0 at importance 0.5, 2.3 at 0, 28 at 1; half as
 * much again when fully aroused.
 */
export function initialStabilityDays(importance: number, arousal = 0): number {
  const anchor = 1 + 9 * importance;
  return 7 * 4 ** ((anchor - 5) / 5) * (1 + 0.5 * arousal);
}

/**
 * Tests if the probability of recall has fallen below a threshold. Time counts from the last use,
 * or from when it was written or became true, if that is later: a correction has not faded.
 */
export function hasFaded(record: MemoryRecord, now: Date, threshold: number): boolean {
  const { strength, updatedAt, validFrom = updatedAt } = record;
  const { lastUsedAt = updatedAt, stabilityDays } = strength;
  const since = Math.max(lastUsedAt.getTime(), updatedAt.getTime(), validFrom.getTime());
  return retrievability((now.getTime() - since) / MS_PER_DAY, stabilityDays) < threshold;
}

/** Returns the days since the record was written; 0 for one from the future. */
export function daysSinceCreation({ record, now }: Moment): number {
  return daysBetween(record.createdAt, now);
}

/** Returns the days since the last use, or since the record was written if it never was used. */
export function daysSinceUse({ record, now }: Moment): number {
  return daysBetween(record.strength.lastUsedAt ?? record.createdAt, now);
}

/** Returns the days from one instant to a later one; 0 if it is not later. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(to.getTime() - from.getTime(), 0) / MS_PER_DAY;
}
