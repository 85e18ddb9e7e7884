import type { Scoring, ScoringInput, ScoringResult } from "@kioku/core";
import {
  checkMembers,
  checkNumber,
  compareText,
  daysSinceUse,
  resolveNumbers,
  scopeToPath,
} from "@kioku/core/toolkit";

import { daysSinceCreation, similarityOf, toResult } from "./scoring-parts.js";

/** Options of `airiScoring`. */
export interface AiriScoringOptions {
  /** Similarity to pass, 0 to 1, on the scale of all embedders. @defaultValue 0.5 */
  readonly minSimilarity?: number;
  /** Days in which the bonus of a new memory runs out; above 0. @defaultValue 30 */
  readonly windowDays?: number;
}

/**
 * AIRI's chat memory: 1.2 times the similarity and 0.2 for newness, by the days since the record
 * was written, for what passes a similarity of 0.5. The published query mixes milliseconds and
 * seconds, so that its 30 days are over after 43 minutes; here days are days.
 *
 * @see https://github.com/moeru-ai/airi
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function airiScoring(options: AiriScoringOptions = {}): Scoring {
  const { minSimilarity, windowDays } = resolveNumbers("airiScoring", options, {
    minSimilarity: { usual: 0.5, min: 0, max: 1 },
    windowDays: { usual: 30, above: 0 },
  });
  const most = 1.4;
  return {
    name: "airi",
    score(input) {
      const similarity = similarityOf(input);
      const recency = 0.2 * linearWindow(daysSinceCreation(input), windowDays);
      const gate = similarity > minSimilarity ? 1 : 0;
      return toResult({ similarity: 1.2 * similarity, recency }, { scale: 1 / most, gate });
    },
  };
}

/** Returns the share that is left of a window, `1 - t / w`, both times in one unit; 0 after it. */
export function linearWindow(elapsed: number, window: number): number {
  return Math.max(1 - Math.max(elapsed, 0) / window, 0);
}

/** Options of `autosnippetScoring`. */
export interface AutosnippetScoringOptions {
  /** Days since the last use after which half of the recency is left; above 0. @defaultValue 7 */
  readonly halfLifeDays?: number;
}

/**
 * AutoSnippet: 0.2 for recency, 0.3 for importance and 0.5 for relevance. Its importance goes from
 * 1 to 10, so ours counts as `(1 + 9 · importance) / 10`. Nothing is touched by being read, and an
 * importance of 0 stays one.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function autosnippetScoring(options: AutosnippetScoringOptions = {}): Scoring {
  const { halfLifeDays } = resolveNumbers("autosnippetScoring", options, {
    halfLifeDays: { usual: 7, above: 0 },
  });
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

/** Returns the share that is left, `2 ^ (-t / h)`, both times in one unit. */
export function halfLifeDecay(elapsed: number, halfLife: number): number {
  return 2 ** (-Math.max(elapsed, 0) / halfLife);
}

/** Options of `digitalLifeScoring`. Similarities are on the scale of all embedders. */
export interface DigitalLifeScoringOptions {
  /** Similarity to pass to be considered, 0 to 1. @defaultValue 0.6 */
  readonly minSimilarity?: number;
  /** Similarity to pass to be a clear match, `minSimilarity` to 1. @defaultValue 0.7 */
  readonly clearSimilarity?: number;
  /** The most that is returned, whatever the recall's limit; 1 to 1,000. @defaultValue 3 */
  readonly limit?: number;
}

/**
 * DigitalLife: the clear matches alone if there are one to three of them, otherwise the three best
 * of all that pass the lower threshold. What is not among them scores 0 and is not returned. Time
 * does not count. To tell a session nothing twice, use the query's `exclude`.
 *
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function digitalLifeScoring(options: DigitalLifeScoringOptions = {}): Scoring {
  const name = "digitalLifeScoring";
  checkMembers(options, name, ["minSimilarity", "clearSimilarity", "limit"]);
  const { minSimilarity = 0.6, clearSimilarity = 0.7, limit = 3 } = options;
  checkNumber(minSimilarity, `${name}.minSimilarity`, { min: 0, max: 1 });
  checkNumber(clearSimilarity, `${name}.clearSimilarity`, { min: minSimilarity, max: 1 });
  checkNumber(limit, `${name}.limit`, { min: 1, max: 1_000, integer: true });

  function scoreAll(inputs: readonly ScoringInput[]): readonly ScoringResult[] {
    const ranked = inputs.filter((input) => similarityOf(input) > minSimilarity).toSorted(compare);
    const clear = ranked.filter((input) => similarityOf(input) > clearSimilarity);
    const isClear = clear.length > 0 && clear.length <= limit;
    const kept = new Set(isClear ? clear : ranked.slice(0, limit));
    return inputs.map((input) => result(input, kept.has(input)));
  }

  return {
    name: "digital-life",
    score: (input) => result(input, similarityOf(input) > minSimilarity),
    scoreAll,
  };
}

function result(input: ScoringInput, isKept: boolean): ScoringResult {
  return toResult({ similarity: similarityOf(input) }, { kept: isKept ? 1 : 0 });
}

/** Nearest first, equal ones by identity, so that the order of the candidates decides nothing. */
function compare(a: ScoringInput, b: ScoringInput): number {
  return (
    similarityOf(b) - similarityOf(a) ||
    compareText(a.record.id, b.record.id) ||
    compareText(scopeToPath(a.record.scope), scopeToPath(b.record.scope))
  );
}

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
