import type { Scoring } from "../contracts/scoring.js";
import type { MemoryRecord } from "../model/record.js";
import { daysBetween, daysSinceUse } from "../ranking/forgetting.js";
import { resolveNumbers, toResult } from "./scoring-parts.js";

/** Options of `hou2024Scoring`. */
export interface Hou2024ScoringOptions {
  /**
   * Least recall probability that is returned, 0 to 1. The paper's trigger is 0.86, which even a
   * memory of this moment passes only with a relevance of 0.7845. It decides there when an agent
   * remembers unasked; a recall asks, so by default there is none. @defaultValue 0
   */
  readonly minProbability?: number;
}

const LIMITS = { minProbability: { usual: 0, min: 0, max: 1 } };

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
  const { minProbability } = resolveNumbers("hou2024Scoring", options, LIMITS);
  return {
    name: "hou-2024",
    score(input) {
      const { record, relevance } = input;
      const recall = houRecallProbability(relevance, daysSinceUse(input), consolidation(record));
      return toResult({ recall }, { gate: recall >= minProbability ? 1 : 0 });
    },
  };
}

/** Returns 1 and the gain of each use. */
function consolidation({ createdAt, strength: { uses, lastUsedAt } }: MemoryRecord): number {
  if (uses === 0 || !lastUsedAt) return 1;
  return 1 + uses * houConsolidationGain(daysBetween(createdAt, lastUsedAt) / uses);
}

/**
 * Returns the probability that a cue recalls a memory, `(1 - exp(-r · e ^ (-t / g))) / (1 - 1 /
 * e)`, 0 to 1, for a relevance `r` from 0 to 1, the time `t` since the last recall and the
 * consolidation `g` of at least 1.
 */
export function houRecallProbability(
  relevance: number,
  elapsed: number,
  consolidated: number,
): number {
  const cue = relevance * Math.exp(-Math.max(elapsed, 0) / consolidated);
  return Math.expm1(-cue) / Math.expm1(-1);
}

/** Returns the gain of a recall, `(1 - e ^ -t) / (1 + e ^ -t)`, by the time since the last one. */
export function houConsolidationGain(elapsed: number): number {
  return Math.tanh(Math.max(elapsed, 0) / 2);
}
