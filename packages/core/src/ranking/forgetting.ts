import type { MemoryRecord, Strength } from "../model/record.js";

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

/** Returns the first stability: 8 days at importance 0.5, 2.3 at 0, 28 at 1; aroused 1.5 times. */
export function initialStabilityDays(importance: number, arousal = 0): number {
  const anchor = 1 + 9 * importance;
  return 7 * 4 ** ((anchor - 5) / 5) * (1 + 0.5 * arousal);
}

/** Tests if retrievability is below a threshold, counted from the last use, writing or validity. */
export function hasFaded(record: MemoryRecord, now: Date, threshold: number): boolean {
  const { strength, updatedAt, validFrom = updatedAt } = record;
  const { lastUsedAt = updatedAt, stabilityDays } = strength;
  const since = Math.max(lastUsedAt.getTime(), updatedAt.getTime(), validFrom.getTime());
  return retrievability((now.getTime() - since) / MS_PER_DAY, stabilityDays) < threshold;
}

/** Returns the days since the last use, or since the record was written if it never was used. */
export function daysSinceUse({ record, now }: Moment): number {
  return daysBetween(record.strength.lastUsedAt ?? record.createdAt, now);
}

/** Returns the days from one instant to a later one; 0 if it is not later. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(to.getTime() - from.getTime(), 0) / MS_PER_DAY;
}

/** Published default weights of FSRS-6: w8, w9 and w10 rule the gain of stability by a success. */
const GAIN = Math.exp(1.8722);
const GAIN_DECAY = 0.1666;
const GAIN_BY_FORGETTING = 0.796;
/** The middle of 1 to 10: nothing tells how difficult a memory is. */
const DIFFICULTY = 5;
/** Limits of a stability in FSRS-6, in days. */
const MIN_STABILITY = 0.001;
const MAX_STABILITY = 36_500;

/** The moment of a use, and the start of the time before the first one. */
export interface UseTimes {
  /** When the record was first written: the first use counts from then. */
  readonly createdAt: Date;
  /** The moment of the use. */
  readonly now: Date;
}

/**
 * Returns the strength after a use: one more use, now, and the stability of FSRS-6 after a success
 * graded Good, at difficulty 5. Spacing counts and repetition does not: from 10 days, ten uses
 * within a quarter of an hour lead to 10.03 and ten weekly ones to 163.
 * @see https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
export function strengthAfterUse(strength: Strength, { createdAt, now }: UseTimes): Strength {
  const before = clamp(strength.stabilityDays);
  const unusedDays = daysSinceUse({ record: { strength, createdAt }, now });
  const forgotten = 1 - retrievability(unusedDays, before);
  const gain =
    GAIN * (11 - DIFFICULTY) * before ** -GAIN_DECAY * Math.expm1(forgotten * GAIN_BY_FORGETTING);
  return { stabilityDays: clamp(before * (1 + gain)), uses: strength.uses + 1, lastUsedAt: now };
}

function clamp(days: number): number {
  return Math.min(Math.max(days, MIN_STABILITY), MAX_STABILITY);
}
