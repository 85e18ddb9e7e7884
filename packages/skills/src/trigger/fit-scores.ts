import type { QueryText } from "./gather-fits.js";
import { textForm } from "./text-form.js";
import type { Evidence } from "./trigger-index.js";

/** Evidence with the score that comes of it. */
export interface Scored extends Evidence {
  /** Probability that the text means the skill, 0 to 1; skills that fit alike share one. */
  readonly score: number;
}

/** Weights in logits, fitted on labelled utterances. See docs/decisions/0082. */
const WEIGHTS: Readonly<Record<keyof Features, number>> = {
  same: 4,
  cosine: 3.34,
  lead: 9.1,
  ownFit: -1.35,
  concepts: 0.83,
  topic: 2.89,
  otherAction: -2.1,
  common: -0.86,
  bilingual: 0.93,
  states: -0.82,
  recounts: -5.2,
  judges: -5.2,
  mentions: -4,
};
const NAMES = /* @__PURE__ */ Object.keys(WEIGHTS) as (keyof Features)[];
const BIAS = -0.76;

/** Features of a text and a skill that the weights are for. */
export interface Features {
  /** Nearness to an example beyond a cosine of 0.9, 0 to 1: to say it again is to mean it. */
  readonly same: number;
  readonly cosine: number;
  readonly lead: number;
  readonly ownFit: number;
  readonly concepts: number;
  readonly topic: number;
  readonly otherAction: number;
  /** Standard deviations by which the text is nearest to everyday sentences. */
  readonly common: number;
  readonly bilingual: number;
  readonly states: number;
  readonly recounts: number;
  readonly judges: number;
  readonly mentions: number;
}

/** Computes the features of a text for each skill. */
export function featuresOf(evidence: readonly Evidence[], query: QueryText): readonly Features[] {
  const form = textForm(query.text);
  const { highest, mean, deviation } = query.chance;
  return evidence.map(({ best, cosine, lead, concepts, topic, otherAction, candidate }) => ({
    same: Math.max(0, (best?.cosine ?? 0) - 0.9) / 0.1,
    cosine,
    lead,
    ownFit: candidate.ownFit,
    concepts,
    topic,
    otherAction,
    common: (highest - mean) / deviation,
    bilingual: Number(candidate.isBilingual),
    states: form.states * (1 - candidate.form.states) ** 2,
    recounts: form.recounts * Math.max(1 - 2 * candidate.form.recounts, 0),
    judges: form.judges * (1 - candidate.form.judges),
    mentions: form.mentions * Math.max(1 - 4 * candidate.form.mentions, 0),
  }));
}

/** Scores skills for one text, in their order. A `handicap`, in logits, lowers all scores. */
export function fitScores(
  evidence: readonly Evidence[],
  query: QueryText,
  handicap = 0,
): readonly Scored[] {
  const features = featuresOf(evidence, query);
  return evidence.map((one, index) => {
    const values = features[index];
    let logit = BIAS - handicap;
    for (const name of NAMES) logit += WEIGHTS[name] * (values?.[name] ?? 0);
    return { ...one, score: 1 / (1 + Math.exp(-logit)) / one.alike };
  });
}
