import { isNegated, type QueryText } from "./gather-fits.js";
import { textForm } from "./text-form.js";
import type { Evidence } from "./trigger-index.js";

export interface Scored extends Evidence {
  /** Score, 0 to 1. From 0.6 on, waking is worth the risk. */
  readonly score: number;
  /** True if another skill fits the same text clearly better. */
  readonly isOutranked: boolean;
}

/**
 * Weights in logits: `states` to `mentions` set by hand, the others fitted on labelled utterances
 * of seven agents and rounded. See docs/decisions/0036.
 */
const WEIGHTS = {
  strength: 0.85,
  strengthLead: 0.2,
  concepts: 3.4,
  conceptsLead: 2,
  topic: 0.9,
  topicLead: 2.6,
  states: -3,
  judges: -7,
  recounts: -7,
  mentions: -5,
  common: -0.78,
};
/** Puts the point where waking is worth the risk at a score of 0.6. */
const BIAS = -1.82 + Math.log(0.6 / 0.4);

/** Greatest distance to the best skill, in logits, at which a skill still wakes. */
const MOST_GAP = 2;

/** Scores all skills for one text, in their order. A `handicap`, in logits, lowers all scores. */
export function fitScores(
  evidence: readonly Evidence[],
  query: QueryText,
  handicap = 0,
): readonly Scored[] {
  const strengths = leaders(evidence, ({ strength }) => strength);
  const concepts = leaders(evidence, (one) => one.concepts);
  const topics = leaders(evidence, ({ topic }) => topic);
  const form = textForm(query.text);
  const { highest, mean, deviation } = query.chance;
  // Standard deviations by which it is nearest to everyday sentences.
  const commonness = (highest - mean) / deviation;
  const logits = evidence.map(
    (one) =>
      BIAS -
      handicap +
      WEIGHTS.strength * one.strength +
      WEIGHTS.strengthLead * leadOf(one, one.strength, strengths) +
      WEIGHTS.concepts * one.concepts +
      WEIGHTS.conceptsLead * leadOf(one, one.concepts, concepts) +
      WEIGHTS.topic * one.topic +
      WEIGHTS.topicLead * leadOf(one, one.topic, topics) +
      WEIGHTS.states * form.states * (1 - one.form.states) ** 2 +
      WEIGHTS.judges * form.judges * (1 - one.form.judges) +
      WEIGHTS.mentions * form.mentions * Math.max(1 - 4 * one.form.mentions, 0) +
      WEIGHTS.recounts * form.recounts * Math.max(1 - 2 * one.form.recounts, 0) +
      WEIGHTS.common * commonness,
  );
  const best = logits.reduce((most, logit) => Math.max(most, logit), Number.NEGATIVE_INFINITY);
  return evidence.map((one, index) => {
    const logit = logits[index] ?? 0;
    return { ...one, score: 1 / (1 + Math.exp(-logit)), isOutranked: best - logit > MOST_GAP };
  });
}

/** The two highest values, at least 0, which is what chance gives. */
interface Leaders {
  readonly leader: Evidence | undefined;
  readonly first: number;
  readonly second: number;
}

function leaders(evidence: readonly Evidence[], valueOf: (one: Evidence) => number): Leaders {
  let leader: Evidence | undefined;
  let first = 0;
  let second = 0;
  for (const one of evidence) {
    const value = valueOf(one);
    if (value > first) {
      second = first;
      first = value;
      leader = one;
    } else if (value > second) {
      second = value;
    }
  }
  return { leader, first, second };
}

/** Returns the lead of a skill over the best of the others; below 0 if it is behind. */
function leadOf(one: Evidence, value: number, { leader, first, second }: Leaders): number {
  return value - (one === leader ? second : first);
}

/**
 * Returns the best score of each skill for a text and its parts, since a part may rank a skill
 * first. A skill that the whole text negates stays negated.
 */
export function bestScores(
  whole: readonly Scored[],
  parts: readonly (readonly Scored[])[],
): readonly Scored[] {
  const best = new Map<string, Scored>();
  for (const scored of [whole, ...parts].flat()) {
    const known = best.get(scored.skill);
    if (!known || isBetter(scored, known)) best.set(scored.skill, scored);
  }
  for (const { skill, ...fits } of whole) {
    const known = best.get(skill);
    if (!known || !isNegated(fits)) continue;
    best.set(skill, { ...known, best: fits.best, counter: fits.counter });
  }
  return [...best.values()];
}

function isBetter(one: Scored, other: Scored): boolean {
  if (one.isOutranked === other.isOutranked) return one.score > other.score;
  return other.isOutranked && one.score >= LEAST_SCORE;
}

/** Lowest score at which a text is preferred for not being outranked. */
const LEAST_SCORE = 0.5;
