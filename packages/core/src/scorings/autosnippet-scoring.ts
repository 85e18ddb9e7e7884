import type { Scoring } from "../contracts/scoring.js";
import { daysSinceUse } from "../ranking/forgetting.js";
import { resolveNumbers, toResult } from "./scoring-parts.js";

/** Options of `autosnippetScoring`. */
export interface AutosnippetScoringOptions {
  /** Days since the last use after which half of the recency is left; above 0. @defaultValue 7 */
  readonly halfLifeDays?: number;
}

const LIMITS = { halfLifeDays: { usual: 7, above: 0 } };

/**
 * AutoSnippet: 0.2 for recency, 0.3 for importance and 0.5 for relevance. Its importance goes from
 * 1 to 10, so ours counts as `(1 + 9 · importance) / 10`. Nothing is touched by being read, and an
 * importance of 0 stays one.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function autosnippetScoring(options: AutosnippetScoringOptions = {}): Scoring {
  const { halfLifeDays } = resolveNumbers("autosnippetScoring", options, LIMITS);
  return {
    name: "autosnippet",
    score(input) {
      const terms = {
        recency: 0.2 * halfLifeDecay(daysSinceUse(input), halfLifeDays),
        importance: 0.03 * (1 + 9 * input.record.importance),
        relevance: 0.5 * input.relevance,
      };
      return toResult(terms, {});
    },
  };
}

/**
 * Returns the share that is left, `2 ^ (-t / h)`, both times in one unit.
 *
 * @see Settles & Meeder 2016, "A Trainable Spaced Repetition Model for Language Learning"
 */
export function halfLifeDecay(elapsed: number, halfLife: number): number {
  return 2 ** (-Math.max(elapsed, 0) / halfLife);
}
