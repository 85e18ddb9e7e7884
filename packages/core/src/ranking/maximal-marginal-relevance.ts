/** Items that MMR chooses from. */
export interface DiversityInput {
  /** Relevance of each item to the query, 0 to 1. */
  readonly relevance: readonly number[];
  /** Compares two items by their indexes, 0 to 1; symmetric. */
  readonly similarity: (a: number, b: number) => number;
}

/** An item as it was chosen. */
export interface DiverseChoice {
  /** Index in the given list. */
  readonly index: number;
  /** `λ · relevance - (1 - λ) · similarity to the most alike chosen before`. */
  readonly score: number;
}

/**
 * Chooses by maximal marginal relevance, greedily: next comes the item with the highest score, the
 * first of equals. Takes `count · n` comparisons.
 *
 * @param lambda - 1: by relevance alone; 0: as unlike as can be.
 * @see https://doi.org/10.1145/290941.291025
 */
export function maximalMarginalRelevance(
  { relevance, similarity }: DiversityInput,
  lambda: number,
  count: number = relevance.length,
): DiverseChoice[] {
  const chosen: DiverseChoice[] = [];
  const mostAlike = relevance.map(() => 0);
  const left = new Set(relevance.keys());
  while (chosen.length < count && left.size > 0) {
    let best: DiverseChoice | undefined;
    for (const index of left) {
      const penalty = (1 - lambda) * (mostAlike[index] ?? 0);
      const score = lambda * (relevance[index] ?? 0) - penalty;
      if (!best || score > best.score) best = { index, score };
    }
    if (!best) break;
    chosen.push(best);
    left.delete(best.index);
    for (const index of left) {
      mostAlike[index] = Math.max(mostAlike[index] ?? 0, similarity(best.index, index));
    }
  }
  return chosen;
}
