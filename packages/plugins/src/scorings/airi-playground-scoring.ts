import type { MemoryRecord, Scoring } from "@kioku/core";
import {
  checkMembers,
  checkNumber,
  daysSinceUse,
  hashText,
  scopeToPath,
} from "@kioku/core/toolkit";

import { daysSinceCreation, toResult } from "./scoring-parts.js";

/** Rate of fading per day: half in 7 days. */
const FADING_PER_DAY = 0.099;

/** The most that each piece can multiply a score by; joy and aversion exclude each other. */
export const PLAYGROUND_MOST = { retrieval: 2, joy: 2.5, aversion: 5, flashback: 2 } as const;

/** Options of `airiPlaygroundScoring`. */
export interface AiriPlaygroundScoringOptions {
  /**
   * Draws the memories that flash back: the same seed always draws the same ones, so give each
   * conversation or turn another. A whole number. Absent: none flashes back.
   */
  readonly seed?: number;
  /** Share of the memories that flash back, 0 to 1. @defaultValue 0.05 */
  readonly flashbackProbability?: number;
}

/**
 * AIRI's memory playground: relevance fades by the age of a memory, the less the more often it was
 * used (working, long-term and muscle memory); having been used lately, joy (pleasant valence) and
 * aversion (unpleasant valence) raise it, and some memories flash back.
 *
 * The pieces begin like the published ones, but each is bounded, none jumps at the fifth use, and
 * aversion fades. The score is divided by the most they come to, 10, or 20 with a seed: only a
 * feeling that is fresh makes it high, so a `minScore` has to be low.
 *
 * @see https://github.com/proj-airi/duckdb-wasm
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function airiPlaygroundScoring(options: AiriPlaygroundScoringOptions = {}): Scoring {
  const name = "airiPlaygroundScoring";
  checkMembers(options, name, ["seed", "flashbackProbability"]);
  const { seed, flashbackProbability = 0.05 } = options;
  if (seed !== undefined) checkNumber(seed, `${name}.seed`, { integer: true });
  checkNumber(flashbackProbability, `${name}.flashbackProbability`, { min: 0, max: 1 });
  const { retrieval, joy, aversion, flashback } = PLAYGROUND_MOST;
  const most = retrieval * Math.max(joy, aversion) * (seed === undefined ? 1 : flashback);
  return {
    name: "airi-playground",
    score(input) {
      const { record, relevance } = input;
      const { uses } = record.strength;
      const valence = record.emotion?.valence ?? 0;
      const sinceDays = daysSinceUse(input);
      const factors = {
        decay: playgroundDecay(daysSinceCreation(input), uses),
        retrieval: playgroundRetrieval(sinceDays, uses),
        joy: playgroundJoy(Math.max(valence, 0), sinceDays),
        aversion: playgroundAversion(Math.max(-valence, 0), sinceDays, uses),
        scale: 1 / most,
      };
      if (seed === undefined) return toResult(relevance, factors);
      const drawn = draw(record, seed) < flashbackProbability;
      return toResult(relevance, { ...factors, flashback: drawn ? flashback : 1 });
    },
  };
}

/** Returns a number in [0, 1) that depends on the record's identity and the seed alone. */
function draw({ scope, id }: MemoryRecord, seed: number): number {
  return Number.parseInt(hashText(String(seed), scopeToPath(scope), id).slice(0, 8), 16) / 2 ** 32;
}

/**
 * Returns the share of a memory that is left at its age, 0 to 1. Uses make it last: a share of its
 * age no longer counts, 21 % after one use, 70 % after five, nearly all after 40.
 */
export function playgroundDecay(ageDays: number, uses: number): number {
  return Math.exp(-FADING_PER_DAY * Math.max(ageDays, 0) * 0.3 ** (uses / 5));
}

/** Returns the factor of having been used, 1 to 2: a quarter for the first use; it fades. */
export function playgroundRetrieval(sinceDays: number, uses: number): number {
  const faded = Math.exp(-FADING_PER_DAY * 0.8 * Math.max(sinceDays, 0));
  return 1 + (1 - 0.75 ** uses) * faded;
}

/** Returns the factor of joy (0 to 1), 1 to 2.5; it is gone within two days, as published. */
export function playgroundJoy(joy: number, sinceDays: number): number {
  return 1 + 1.5 * joy * Math.exp(-3 * Math.max(sinceDays, 0));
}

/** Returns the factor of aversion (0 to 1), 1 to 5. Uses at most double it, and it fades. */
export function playgroundAversion(aversion: number, sinceDays: number, uses: number): number {
  const growth = 2 - 1.2 ** (-uses / 5);
  return 1 + 2 * aversion * growth * Math.exp(-FADING_PER_DAY * Math.max(sinceDays, 0));
}
