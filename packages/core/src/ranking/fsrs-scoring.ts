import type { Scoring } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import type { Emotion } from "../model/record.js";
import { daysSinceUse, retrievability } from "./forgetting.js";

/** Widths of the factors. */
export interface FsrsScoringOptions {
  /** Width of the recency factor: 0.2 lets it go from 0.9 to 1.1. 0 to 1. @defaultValue 0.2 */
  readonly recencyWeight?: number;
  /** Width of the importance factor, likewise. @defaultValue 0.2 */
  readonly importanceWeight?: number;
  /**
   * Weight of the query's mood, -1 to 1. At 1, a memory that felt like the mood gains up to 10 %,
   * and one that felt the opposite loses as much; at -1 it is the other way round, so that a low
   * mood does not feed on itself. Records without emotion are left alone, and so is everything if
   * the query names no mood. @defaultValue 0
   */
  readonly moodCongruence?: number;
}

/** Width of the mood factor at full congruence: 0.9 to 1.1. */
const MOOD_WIDTH = 0.2;
/** Distance between two opposite corners of the plane of feelings. */
const WIDEST = 2 * Math.SQRT2;

/**
 * The default: relevance leads, recency (FSRS-6 retrievability since the last use) and importance
 * nudge it within bounds, so that an old memory that fits stays ahead of a fresh one that does not.
 * A memory 1.5 times as relevant is never outranked; with the widest `moodCongruence`, 1.83 times.
 *
 * The order follows the product. It passes 1 for a relevance above 0.82, or 0.75 with the mood.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function fsrsScoring(options: FsrsScoringOptions = {}): Scoring {
  const weights = resolveNumbers("fsrsScoring", options, {
    recencyWeight: { usual: 0.2, min: 0, max: 1 },
    importanceWeight: { usual: 0.2, min: 0, max: 1 },
    moodCongruence: { usual: 0, min: -1, max: 1 },
  });
  const { recencyWeight, importanceWeight, moodCongruence } = weights;
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
      const mood = 1 + MOOD_WIDTH * moodCongruence * (moodMatch(input.mood, record.emotion) - 0.5);
      return { score: score * mood, factors: { recency, importance, mood } };
    },
  };
}

/** Returns the congruence of mood and memory; 0.5, which changes nothing, if one is not known. */
export function moodMatch(mood: Emotion | undefined, emotion: Emotion | undefined): number {
  return mood && emotion ? congruence(toAffectPoint(mood), toAffectPoint(emotion)) : 0.5;
}

/** Stretches arousal to -1 to 1, so that both axes count alike and congruence uses its scale. */
function toAffectPoint({ valence, arousal }: Emotion): Emotion {
  return { valence, arousal: 2 * arousal - 1 };
}

/** Compares two feelings with axes from -1 to 1: 1 if equal, 0 for opposite corners. */
export function congruence(a: Emotion, b: Emotion): number {
  return 1 - Math.hypot(a.valence - b.valence, a.arousal - b.arousal) / WIDEST;
}

type Limits = Parameters<typeof checkNumber>[2] & { readonly usual: number };

/** Checks options that are numbers and fills in the usual ones. @throws `invalid-input` */
export function resolveNumbers<O extends object>(
  name: string,
  options: O,
  limits: Readonly<Record<keyof O & string, Limits>>,
): Readonly<Record<keyof O & string, number>> {
  checkMembers(options, name, Object.keys(limits));
  const given = options as Readonly<Record<string, unknown>>;
  const resolved = Object.entries<Limits>(limits).map(([member, { usual, ...range }]) => {
    const { [member]: value = usual } = given;
    return [member, checkNumber(value, `${name}.${member}`, range)];
  });
  return Object.fromEntries(resolved) as Readonly<Record<keyof O & string, number>>;
}

/** Relevance and nothing else: no time, no importance, no mood. */
export function relevanceScoring(): Scoring {
  return {
    name: "relevance",
    bounded: true,
    score: ({ relevance }) => ({ score: Math.min(relevance, 1), factors: {} }),
  };
}
