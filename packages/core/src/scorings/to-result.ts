import type { ScoringResult } from "../contracts/scoring.js";

type Named = Readonly<Record<string, number>>;

/**
 * The result for named terms (or the relevance alone) and named factors, cut where rounding took it
 * above 1.
 */
export function toResult(base: Named | number, factors: Named): ScoringResult {
  const product = Object.values(factors).reduce((all, factor) => all * factor, 1);
  if (typeof base === "number") return { score: Math.min(base * product, 1), factors };
  const sum = Object.values(base).reduce((all, term) => all + term, 0);
  return { score: Math.min(sum * product, 1), terms: base, factors };
}
