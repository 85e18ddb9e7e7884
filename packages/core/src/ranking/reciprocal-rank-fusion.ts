/** Cormack, Clarke & Büttcher 2009. */
const K = 60;

/**
 * Reciprocal rank fusion: the sum of `1 / (60 + rank)` over the rankings that have an item, ranks
 * counted from 1. It looks at no score, so it needs no calibration, and a weak ranking counts as
 * much as a good one.
 *
 * @returns By item, more is better, at most `rankings / 61`.
 * @see https://doi.org/10.1145/1571941.1572114
 */
export function reciprocalRankFusion<Item>(
  rankings: readonly (readonly Item[])[],
): ReadonlyMap<Item, number> {
  const fused = new Map<Item, number>();
  for (const ranking of rankings) {
    for (const [place, item] of ranking.entries()) {
      fused.set(item, (fused.get(item) ?? 0) + 1 / (K + place + 1));
    }
  }
  return fused;
}
