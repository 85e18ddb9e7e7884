/**
 * What a BM25 score needs to know about the searched scopes, and nothing else: no other tenant
 * moves it.
 */
export interface TextStatistics {
  /**
   * Number of searchable records in the scopes of the selection, whatever its other conditions
   * hide.
   */
  readonly documents: number;
  /** Sum of the numbers of terms of these records. */
  readonly totalTerms: number;
  /** For each query term, in how many of these records it is. */
  readonly documentFrequencies: readonly number[];
}

/**
 * Scores one record from how often each query term is in it (aligned with `documentFrequencies`)
 * and how many terms it has. 0: none of the terms. One term can bring 1, `n` equally rare ones
 * `√n`.
 */
export type TextScorer = (frequencies: ArrayLike<number>, termCount: number) => number;

/**
 * The two parts of a text score: what each term can bring, and how far the length of a record holds
 * it down.
 */
export interface TextWeights {
  /**
   * What each query term brings at most, aligned with `documentFrequencies`; 0 if the query has no
   * terms.
   */
  readonly weights: ArrayLike<number>;
  /**
   * What a record of so many terms is damped by: a term that is in it `f` times brings
   * `weight * f / (f + damping)`, worked out from left to right.
   */
  readonly damping: (termCount: number) => number;
}

/**
 * Lower than the customary 1.2 and 0.75: memories are short, and a word said twice in one says
 * little more than once.
 */
const K1 = 0.8;
const B = 0.5;

/**
 * BM25 (Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework") with the idf that stays
 * positive however small the store, `ln(1 + (N - n + 0.5) / (n + 0.5))`, without its constant
 * factor, divided by the length of the query's vector of idfs. So the scale depends on the query
 * and the scopes, never on which records came along; and a long message, of whose words no record
 * can have many, is not punished for each one. Words that no record has count in the divisor.
 *
 * Stores call this, so that they agree.
 */
export function textScorer(statistics: TextStatistics): TextScorer {
  const { weights, damping } = textWeights(statistics);
  return (frequencies, termCount) => {
    const damped = damping(termCount);
    let score = 0;
    for (let index = 0; index < weights.length; index += 1) {
      const frequency = frequencies[index] ?? 0;
      if (frequency > 0) score += ((weights[index] ?? 0) * frequency) / (frequency + damped);
    }
    return score;
  };
}

/**
 * The parts of `textScorer`, for a store that scores many records one term after the other. Who
 * adds what the terms bring in the order of the terms, beginning at 0, gets the very numbers of
 * `textScorer`, to the last bit.
 */
export function textWeights(statistics: TextStatistics): TextWeights {
  const { documents, totalTerms, documentFrequencies } = statistics;
  const averageTerms = documents > 0 ? Math.max(totalTerms / documents, 1) : 1;
  const idf = documentFrequencies.map((n) => Math.log(1 + (documents - n + 0.5) / (n + 0.5)));
  const length = Math.hypot(...idf);
  return {
    weights: Float64Array.from(idf, (value) => (length === 0 ? 0 : value / length)),
    damping: (termCount) => K1 * (1 - B + (B * termCount) / averageTerms),
  };
}

/**
 * Returns the score of each text for a query, by looking at all of them; `undefined` where it has
 * none of the terms.
 * @param terms - Distinct terms of the query.
 * @param texts - Terms of the texts in the searched scopes; `undefined` for what is not searchable.
 */
export function scoreTexts(
  terms: readonly string[],
  texts: readonly (readonly string[] | undefined)[],
): readonly (number | undefined)[] {
  const frequencies = texts.map((text = []) =>
    terms.map((term) => text.filter((one) => one === term).length),
  );
  const score = textScorer({
    documents: texts.filter((text) => text !== undefined).length,
    totalTerms: texts.reduce((sum, text = []) => sum + text.length, 0),
    documentFrequencies: terms.map(
      (_, index) => frequencies.filter((own) => (own[index] ?? 0) > 0).length,
    ),
  });
  return frequencies.map((own, index) =>
    own.some((count) => count > 0) ? score(own, texts[index]?.length ?? 0) : undefined,
  );
}
