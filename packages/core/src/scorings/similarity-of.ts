import type { ScoringInput } from "../contracts/scoring.js";

/**
 * What a formula with a threshold on similarity goes by: the similarity in meaning, on the scale of
 * all embedders, so that one threshold fits them all; or the relevance where there is none.
 */
export function similarityOf({ meaning, relevance }: ScoringInput): number {
  return meaning ?? relevance;
}
