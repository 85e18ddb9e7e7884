import type { SaidText } from "./gather-fits.js";
import { textForm } from "./text-form.js";
import type { Evidence } from "./trigger-index.js";

/** A skill with its score. */
export interface Scored extends Evidence {
  /** 0 to 1; from 0.6 on, waking is worth the risk. */
  readonly score: number;
  /** Whether another skill fits the same text clearly better. */
  readonly isOutranked: boolean;
}

/**
 * In logits. Those of strength, concepts, topic and `common` were fitted on labelled utterances of
 * seven agents and rounded; those of the form of a text were set by hand, to the side of waking too
 * little. See docs/decisions.
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
  recounts: -5,
  mentions: -5,
  common: -0.78,
};
/** Puts the point where waking is worth the risk at a score of 0.6. */
const BIAS = -1.82 + Math.log(0.6 / 0.4);

/** How far behind the best a skill may be, in logits, to be meant as well. */
const MOST_GAP = 2;

/**
 * Weighs the evidence of all skills for one text, in their order. `handicap`, in logits, makes it
 * harder for all of them.
 */
export function fitScores(
  evidence: readonly Evidence[],
  said: SaidText,
  handicap = 0,
): readonly Scored[] {
  const strengths = leaders(evidence, ({ strength }) => strength);
  const concepts = leaders(evidence, (one) => one.concepts);
  const topics = leaders(evidence, ({ topic }) => topic);
  const form = textForm(said.text);
  const { highest, mean, deviation } = said.chance;
  // By how many standard deviations it is nearest to what people say about anything.
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

/** The highest value and the second one, at least 0: what chance gives. */
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

/** By how much a skill is ahead of the best of the others; below 0: behind. */
function leadOf(one: Evidence, value: number, { leader, first, second }: Leaders): number {
  return value - (one === leader ? second : first);
}
