import type { Scoring, ScoringResult } from "@kioku/core";
import { daysSinceUse, invalidInput, resolveNumbers } from "@kioku/core/toolkit";

import { toResult } from "./scoring-parts.js";

/** Weights of the parts, 0 to 100. Only their ratio matters, and one has to be above 0. */
export interface GenerativeAgentsScoringOptions {
  /** Weight of the time since the last use. @defaultValue 1 */
  readonly recencyWeight?: number;
  /** Weight of the record's importance. @defaultValue 1 */
  readonly importanceWeight?: number;
  /** Weight of the relevance. @defaultValue 1 */
  readonly relevanceWeight?: number;
}

const WEIGHT = { usual: 1, min: 0, max: 100 };
const LIMITS = { recencyWeight: WEIGHT, importanceWeight: WEIGHT, relevanceWeight: WEIGHT };
/** Keeps the candidate that is last in every part above 0, since what scores 0 is not returned. */
const LEAST = 1e-9;
/** Share of recency left after each hour. Half of it is left after 5.8 days. */
const KEPT_PER_HOUR = 0.995;

/**
 * Generative Agents: recency (`0.995` to the power of the hours since the last use), importance and
 * relevance, each stretched over the candidates from 0 to 1, added up and divided by the weights. A
 * score says how a candidate compares with the others of this recall and nothing else: one more
 * candidate can turn the order of two others, and `minScore` makes little sense.
 *
 * @see Park et al. 2023, "Generative Agents", https://arxiv.org/abs/2304.03442, section 4.2
 * @throws `invalid-input` for an option that is unknown or out of range, or if all weights are 0.
 */
export function generativeAgentsScoring(options: GenerativeAgentsScoringOptions = {}): Scoring {
  const name = "generativeAgentsScoring";
  const weights = resolveNumbers(name, options, LIMITS);
  if (Math.max(...Object.values(weights)) === 0) throw invalidInput(name, "given a weight above 0");
  const sum = weights.recencyWeight + weights.importanceWeight + weights.relevanceWeight;
  const scale = 1 / (sum + LEAST);

  /** Returns the result for the three parts, each already stretched. */
  function combine(recency: number, importance: number, relevance: number): ScoringResult {
    const terms = {
      recency: weights.recencyWeight * recency,
      importance: weights.importanceWeight * importance,
      relevance: weights.relevanceWeight * relevance,
      least: LEAST,
    };
    return toResult(terms, { scale });
  }

  return {
    name: "generative-agents",
    score: () => combine(0.5, 0.5, 0.5),
    scoreAll(inputs) {
      const recency = minMax(inputs.map((input) => parkRecency(24 * daysSinceUse(input))));
      const importance = minMax(inputs.map(({ record }) => record.importance));
      const relevance = minMax(inputs.map((input) => input.relevance));
      return inputs.map((_, index) =>
        combine(recency[index] ?? 0, importance[index] ?? 0, relevance[index] ?? 0),
      );
    },
  };
}

/** Returns the recency by the hours since a memory was last retrieved, 0 to 1, as in the paper. */
export function parkRecency(elapsedHours: number): number {
  return KEPT_PER_HOUR ** Math.max(elapsedHours, 0);
}

/** Stretches the values so that they span 0 to 1; 0.5 each if all are the same. */
function minMax(values: readonly number[]): readonly number[] {
  const least = values.reduce((a, b) => Math.min(a, b), Infinity);
  const greatest = values.reduce((a, b) => Math.max(a, b), -Infinity);
  const range = greatest - least;
  return values.map((value) => (range > 0 ? (value - least) / range : 0.5));
}
