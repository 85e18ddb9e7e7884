import type { Scoring } from "../contracts/scoring.js";
import { daysSinceUse } from "../ranking/forgetting.js";
import { toResult } from "./scoring-parts.js";

/**
 * MemoryBank: relevance times what the paper's forgetting curve leaves of a memory, `e ^ (-t / S)`
 * over the days since the last use, where S is 1 plus the uses. Time decides more than relevance
 * does: what was never used is at 5 % of its relevance after three days. After years it reaches 0
 * and is not returned.
 *
 * @see Zhong et al. 2023, "MemoryBank", https://arxiv.org/abs/2305.10250, section 2.3
 */
export function memoryBankScoring(): Scoring {
  return {
    name: "memory-bank",
    score(input) {
      const retention = memoryBankRetention(daysSinceUse(input), input.record.strength.uses);
      return toResult(input.relevance, { retention });
    },
  };
}

/** Returns the share retained, as in the paper. In its code, stronger memories fade faster. */
export function memoryBankRetention(elapsedDays: number, uses: number): number {
  return Math.exp(-Math.max(elapsedDays, 0) / (1 + uses));
}
