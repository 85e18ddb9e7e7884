import type { Scoring, ScoringInput, ScoringResult } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";

type Named = Readonly<Record<string, number>>;
type Limits = Parameters<typeof checkNumber>[2] & { readonly usual: number };

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

/**
 * Checks options that are numbers and fills in the usual ones.
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function resolveNumbers<O extends object>(
  name: string,
  options: O,
  limits: Readonly<Record<keyof O & string, Limits>>,
): Readonly<Record<keyof O & string, number>> {
  checkMembers(options, name, Object.keys(limits));
  const given = options as Readonly<Record<string, unknown>>;
  const resolved = Object.entries<Limits>(limits).map(([member, { usual, ...range }]) => {
    const { [member]: value = usual } = given;
    return [member, checkNumber(value, `${name}.${member}`, range)];
  });
  return Object.fromEntries(resolved) as Readonly<Record<keyof O & string, number>>;
}

/** Relevance and nothing else: no time, no importance, no mood. */
export function relevanceScoring(): Scoring {
  return { name: "relevance", bounded: true, score: ({ relevance }) => toResult(relevance, {}) };
}
