import type { Scoring, ScoringInput, ScoringResult } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import { compareText } from "../model/compare-text.js";
import { scopeToPath } from "../model/scope.js";
import { similarityOf, toResult } from "./scoring-parts.js";

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
