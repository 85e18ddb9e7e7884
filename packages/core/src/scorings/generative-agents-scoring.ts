import type { Scoring, ScoringResult } from "../contracts/scoring.js";
import { checkMembers, checkNumber, invalidInput } from "../internal/check/check.js";
import { daysSinceUse } from "../ranking/elapsed-days.js";
import { parkRecency } from "./curves/park-recency.js";
import { minMax } from "./min-max.js";
import { toResult } from "./to-result.js";

/** What each part counts, 0 to 100. Only their ratio matters, and one has to be above 0. */
export interface GenerativeAgentsScoringOptions {
  /** How much the time since the last use counts. @defaultValue 1 */
  readonly recencyWeight?: number;
  /** How much the record's importance counts. @defaultValue 1 */
  readonly importanceWeight?: number;
  /** How much the relevance counts. @defaultValue 1 */
  readonly relevanceWeight?: number;
}

/** Keeps the candidate that is last in every part above 0, since what scores 0 is not returned. */
const LEAST = 1e-9;

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
  const weights = resolveGenerativeAgentsScoringOptions(options);
  const sum = weights.recencyWeight + weights.importanceWeight + weights.relevanceWeight;
  const scale = 1 / (sum + LEAST);

  /** The result for the three parts, each already stretched. */
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

function resolveGenerativeAgentsScoringOptions(
  options: GenerativeAgentsScoringOptions,
): Required<GenerativeAgentsScoringOptions> {
  const name = "generativeAgentsScoring";
  checkMembers(options, name, ["recencyWeight", "importanceWeight", "relevanceWeight"]);
  const { recencyWeight = 1, importanceWeight = 1, relevanceWeight = 1 } = options;
  const limits = { min: 0, max: 100 };
  const resolved = {
    recencyWeight: checkNumber(recencyWeight, `${name}.recencyWeight`, limits),
    importanceWeight: checkNumber(importanceWeight, `${name}.importanceWeight`, limits),
    relevanceWeight: checkNumber(relevanceWeight, `${name}.relevanceWeight`, limits),
  };
  if (Math.max(...Object.values(resolved)) === 0) {
    throw invalidInput(name, "given a weight above 0");
  }
  return resolved;
}
