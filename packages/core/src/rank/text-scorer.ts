/** What a BM25 score needs to know about the searched scopes, and nothing else: no other tenant moves it. */
export interface TextStatistics {
  /** Number of searchable records in the scopes of the selection, whatever its other conditions hide. */
  readonly documents: number;
  /** Sum of the numbers of terms of these records. */
  readonly totalTerms: number;
  /** For each query term, in how many of these records it is. */
  readonly documentFrequencies: readonly number[];
}

/**
 * Scores one record from how often each query term is in it (aligned with `documentFrequencies`) and how many terms it has.
 * 0: none of the terms; 1: what no text reaches, every term without end.
 */
export type TextScorer = (frequencies: ArrayLike<number>, termCount: number) => number;

const K1 = 1.2;
const B = 0.75;

/**
 * BM25 (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework") with the idf that stays positive however small
 * the store, `ln(1 + (N - n + 0.5) / (n + 0.5))`, divided by the most that the query could score. Words that no record has
 * count in the divisor, so the scale does not depend on which records came along.
 *
 * Stores call this, so that they agree.
 */
export function textScorer(statistics: TextStatistics): TextScorer {
  const { documents, totalTerms, documentFrequencies } = statistics;
  const averageTerms = documents > 0 ? Math.max(totalTerms / documents, 1) : 1;
  const idf = documentFrequencies.map((n) => Math.log(1 + (documents - n + 0.5) / (n + 0.5)));
  const most = (K1 + 1) * idf.reduce((sum, value) => sum + value, 0);
  if (most === 0) return () => 0;
  return (frequencies, termCount) => {
    const damping = K1 * (1 - B + (B * termCount) / averageTerms);
    let score = 0;
    for (let index = 0; index < idf.length; index += 1) {
      const frequency = frequencies[index] ?? 0;
      if (frequency > 0)
        score += ((idf[index] ?? 0) * frequency * (K1 + 1)) / (frequency + damping);
    }
    return score / most;
  };
}
