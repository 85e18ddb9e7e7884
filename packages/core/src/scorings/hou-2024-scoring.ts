import type { Scoring } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import type { MemoryRecord } from "../model/record.js";
import { daysBetween, daysSinceUse } from "../ranking/forgetting.js";
import { houConsolidationGain, houRecallProbability } from "./curves/hou-recall-probability.js";
import { toResult } from "./to-result.js";

/** Options of `hou2024Scoring`. */
export interface Hou2024ScoringOptions {
  /**
   * What has a lower recall probability is not returned, 0 to 1. The paper's trigger is 0.86, which
   * even a memory of this moment passes only with a relevance of 0.7845. It decides there when an
   * agent remembers unasked; a recall asks, so by default there is none. @defaultValue 0
   */
  readonly minProbability?: number;
}

/**
 * Hou et al. 2024: the probability that the query recalls a memory, from its relevance, the days
 * since its last use and how consolidated its uses left it. A record keeps their number and not
 * their times, so they count as evenly spread from its writing to the last one, the spacing that
 * consolidates most.
 *
 * @see Hou, Tamoto & Miyashita 2024, "My agent understands me better",
 *   https://arxiv.org/abs/2404.00573
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function hou2024Scoring(options: Hou2024ScoringOptions = {}): Scoring {
  checkMembers(options, "hou2024Scoring", ["minProbability"]);
  const { minProbability = 0 } = options;
  checkNumber(minProbability, "hou2024Scoring.minProbability", { min: 0, max: 1 });
  return {
    name: "hou-2024",
    score(input) {
      const { record, relevance } = input;
      const recall = houRecallProbability(relevance, daysSinceUse(input), consolidation(record));
      return toResult({ recall }, { gate: recall >= minProbability ? 1 : 0 });
    },
  };
}

/** 1 and the gain of each use. */
function consolidation({ createdAt, strength: { uses, lastUsedAt } }: MemoryRecord): number {
  if (uses === 0 || !lastUsedAt) return 1;
  return 1 + uses * houConsolidationGain(daysBetween(createdAt, lastUsedAt) / uses);
}
