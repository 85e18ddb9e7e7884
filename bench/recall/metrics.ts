/** The cut-offs that recall is reported at. */
export const CUTOFFS = [1, 5, 10, 25, 50] as const;

/** Scores of one query's ranking. */
export interface QueryScore {
  /** Share of the relevant ids among the first k, by cut-off; 0 to 1. */
  readonly recall: readonly number[];
  /** Normalised discounted cumulative gain of the first 10, binary relevance; 0 to 1. */
  readonly ndcg10: number;
  /** 1 / rank of the first relevant id, 0 if none was returned. */
  readonly reciprocalRank: number;
}

/**
 * Scores a ranking of ids against the relevant ones. A query without relevant ids scores 0
 * everywhere.
 */
export function scoreQuery(ranking: readonly string[], relevant: readonly string[]): QueryScore {
  const wanted = new Set(relevant);
  const hits = ranking.map((id) => wanted.has(id));
  const found = (k: number): number => hits.slice(0, k).filter(Boolean).length;
  const first = hits.indexOf(true);
  return {
    recall: CUTOFFS.map((k) => (wanted.size === 0 ? 0 : found(k) / wanted.size)),
    ndcg10: ndcg(hits.slice(0, 10), wanted.size),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
  };
}

function ndcg(hits: readonly boolean[], relevant: number): number {
  const got = hits.reduce((sum, hit, rank) => (hit ? sum + gain(rank) : sum), 0);
  const ideal = Array.from({ length: Math.min(relevant, 10) }, (_, rank) => gain(rank));
  const most = ideal.reduce((sum, value) => sum + value, 0);
  return most === 0 ? 0 : got / most;
}

/** Returns the gain of a hit at this rank; the first rank is 0. */
function gain(rank: number): number {
  return 1 / Math.log2(rank + 2);
}

/** Arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard error of the mean; 0 of fewer than two. */
export function standardError(values: readonly number[]): number {
  const center = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - center) ** 2, 0);
  const count = values.length;
  return count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count);
}

/** The value below which this share (0 to 1) of the values lies, by nearest rank; 0 of nothing. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? 0;
}
