import type { ScoringInput } from "../scoring.js";

/**
 * The cosine that a formula with a threshold on cosines was made for, 0 to 1, or the relevance where there is none. Cosines
 * differ by embedder, so the threshold has to be chosen for it.
 */
export function similarityOf({ similarity, relevance }: ScoringInput): number {
  return Math.min(Math.max(similarity ?? relevance, 0), 1);
}
