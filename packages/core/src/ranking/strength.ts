import type { Strength } from "../model/record.js";
import { daysSinceUse, retrievability } from "./forgetting.js";

/** Published default weights of FSRS-6: w8, w9 and w10 rule the gain of stability by a success. */
const GAIN = Math.exp(1.8722);
const GAIN_DECAY = 0.1666;
const GAIN_BY_FORGETTING = 0.796;
/** The middle of 1 to 10: nothing tells how difficult a memory is. */
const DIFFICULTY = 5;
/** Limits of a stability in FSRS-6, in days. */
const MIN_STABILITY = 0.001;
const MAX_STABILITY = 36_500;

/** Days of stability from which a memory is of a tier. */
const LONG_TERM_DAYS = 21;
const INGRAINED_DAYS = 365;

/** The moment of a use, and the start of the time before the first one. */
export interface UseTimes {
  /** When the record was first written: the first use counts from then. */
  readonly createdAt: Date;
  /** The moment of the use. */
  readonly now: Date;
}

/**
 * Returns the strength after a use: one more use, now, and the stability of FSRS-6 after a success
 * graded Good, at difficulty 5.
 *
 * The more had been forgotten, the more is gained, so that spacing counts and repetition does not:
 * from 10 days, ten uses within a quarter of an hour lead to 10.03 and ten weekly ones to 163.
 *
 * @see https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm
 */
export function strengthAfterUse(strength: Strength, { createdAt, now }: UseTimes): Strength {
  const before = clamp(strength.stabilityDays);
  const unusedDays = daysSinceUse({ record: { strength, createdAt }, now });
  const forgotten = 1 - retrievability(unusedDays, before);
  const gain =
    GAIN * (11 - DIFFICULTY) * before ** -GAIN_DECAY * Math.expm1(forgotten * GAIN_BY_FORGETTING);
  return {
    stabilityDays: clamp(before * (1 + gain)),
    uses: strength.uses + 1,
    lastUsedAt: now,
  };
}

/** A name for the stability of a memory. */
export type MemoryTier = "short-term" | "long-term" | "ingrained";

/**
 * Names the stability of a memory: `long-term` from 21 days, where Anki calls a card mature and
 * where five daily uses lead; `ingrained` from a year, where four uses lead that each come when the
 * memory has faded to 0.9. Ten uses within a minute make nothing lasting.
 */
export function memoryTier({ stabilityDays }: Pick<Strength, "stabilityDays">): MemoryTier {
  if (stabilityDays >= INGRAINED_DAYS) return "ingrained";
  return stabilityDays >= LONG_TERM_DAYS ? "long-term" : "short-term";
}

function clamp(days: number): number {
  return Math.min(Math.max(days, MIN_STABILITY), MAX_STABILITY);
}
