import type { ScoringInput, ScoringResult } from "@kioku/core";
import { daysBetween } from "@kioku/core/toolkit";

type Named = Readonly<Record<string, number>>;

/** Makes the result for named terms, or the relevance alone, and named factors; at most 1. */
export function toResult(base: Named | number, factors: Named): ScoringResult {
  const product = Object.values(factors).reduce((all, factor) => all * factor, 1);
  if (typeof base === "number") return { score: Math.min(base * product, 1), factors };
  const sum = Object.values(base).reduce((all, term) => all + term, 0);
  return { score: Math.min(sum * product, 1), terms: base, factors };
}

/** Returns the similarity in meaning on the scale of all embedders, or the relevance without it. */
export function similarityOf({ meaning, relevance }: ScoringInput): number {
  return meaning ?? relevance;
}

/** Returns the days since the record was written; 0 for one from the future. */
export function daysSinceCreation({ record, now }: ScoringInput): number {
  return daysBetween(record.createdAt, now);
}
