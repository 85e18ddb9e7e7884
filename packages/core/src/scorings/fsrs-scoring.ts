import type { Scoring, ScoringInput } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import type { Emotion } from "../model/record.js";
import { daysSinceUse, retrievability } from "../ranking/forgetting.js";
import { congruence } from "./curves/congruence.js";
import type { AffectPoint } from "./curves/congruence.js";

/** How far each factor may move the score. */
export interface FsrsScoringOptions {
  /** Width of the recency factor: 0.2 lets it go from 0.9 to 1.1. 0 to 1. @defaultValue 0.2 */
  readonly recencyWeight?: number;
  /** Width of the importance factor, likewise. @defaultValue 0.2 */
  readonly importanceWeight?: number;
  /**
   * How much the query's mood counts, -1 to 1. At 1, a memory that felt like the mood gains up to
   * 10 %, and one that felt the opposite loses as much; at -1 it is the other way round, so that a
   * low mood does not feed on itself. Records without emotion are left alone, and so is everything
   * if the query names no mood. @defaultValue 0
   */
  readonly moodCongruence?: number;
}

/** Width of the mood factor at full congruence: 0.9 to 1.1. */
const MOOD_WIDTH = 0.2;

/**
 * The default: relevance leads, recency (FSRS-6 retrievability since the last use) and importance
 * nudge it within bounds, so that an old memory that fits stays ahead of a fresh one that does not.
 * What is 1.5 times as relevant is never outranked; with `moodCongruence` at its widest that takes
 * 1.83 times.
 *
 * The order follows the product, which passes 1 only for a relevance above 0.82, or 0.75 with the
 * mood.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function fsrsScoring(options: FsrsScoringOptions = {}): Scoring {
  const { recencyWeight, importanceWeight, moodCongruence } = resolveFsrsScoringOptions(options);
  return {
    name: "fsrs",
    bounded: true,
    score(input) {
      const { record, relevance } = input;
      const retained = retrievability(daysSinceUse(input), record.strength.stabilityDays);
      const recency = 1 + recencyWeight * (retained - 0.5);
      const importance = 1 + importanceWeight * (record.importance - 0.5);
      const score = relevance * recency * importance;
      if (moodCongruence === 0) return { score, factors: { recency, importance } };
      const mood = 1 + MOOD_WIDTH * moodCongruence * (moodMatch(input) - 0.5);
      return { score: score * mood, factors: { recency, importance, mood } };
    },
  };
}

function resolveFsrsScoringOptions(options: FsrsScoringOptions): Required<FsrsScoringOptions> {
  checkMembers(options, "fsrsScoring", ["recencyWeight", "importanceWeight", "moodCongruence"]);
  const { recencyWeight = 0.2, importanceWeight = 0.2, moodCongruence = 0 } = options;
  const width = { min: 0, max: 1 };
  return {
    recencyWeight: checkNumber(recencyWeight, "fsrsScoring.recencyWeight", width),
    importanceWeight: checkNumber(importanceWeight, "fsrsScoring.importanceWeight", width),
    moodCongruence: checkNumber(moodCongruence, "fsrsScoring.moodCongruence", { min: -1, max: 1 }),
  };
}

/**
 * Congruence of mood and memory, 0 to 1; 0.5, which changes nothing, if one of them is not known.
 */
function moodMatch({ record, mood }: ScoringInput): number {
  if (!mood || !record.emotion) return 0.5;
  return congruence(toAffectPoint(mood), toAffectPoint(record.emotion));
}

/**
 * Our arousal starts at 0. Stretched to start at -1, both axes count alike and congruence uses its
 * whole scale.
 */
function toAffectPoint({ valence, arousal }: Emotion): AffectPoint {
  return { valence, arousal: 2 * arousal - 1 };
}
