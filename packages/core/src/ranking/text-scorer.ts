import type { TextLeg, TextStatistics } from "../contracts/search.js";

/**
 * Scores one record by the frequency of each query term in it (aligned with `documentFrequencies`)
 * and its number of terms. 0: none of the terms. One term can bring 1, `n` equally rare ones `√n`.
 */
export type TextScorer = (frequencies: ArrayLike<number>, termCount: number) => number;

/** The two parts of a text score. */
export interface TextWeights {
  /** The most that each query term brings, aligned with `documentFrequencies`. */
  readonly weights: ArrayLike<number>;
  /** Number of the first weights that are of the query itself. Absent: all. */
  readonly originals?: number | undefined;
  /**
   * Returns the damping of a record of so many terms: a term that is in it `f` times brings
   * `weight * f / (f + damping)`, worked out from left to right.
   */
  readonly damping: (termCount: number) => number;
}

/** Lower than the customary 1.2 and 0.75, since memories are short and seldom repeat a word. */
const K1 = 0.8;
const B = 0.5;

/**
 * Makes a scorer by BM25 with the idf that stays positive, `ln(1 + (N - n + 0.5) / (n + 0.5))`,
 * times the term's weight, divided by the length of the query's vector of these: the scale depends
 * on the query and the scopes, never on other records. Words of the query that no record has count
 * in the divisor, terms beyond `originals` do not. Stores call this, so that they agree.
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
 * Returns the parts of `textScorer`, for a store that scores many records one term after the other.
 * Adding the terms in their order, beginning at 0, gives the numbers of `textScorer` to the bit.
 */
export function textWeights(statistics: TextStatistics): TextWeights {
  const { documents, totalTerms, documentFrequencies, weights: factors, originals } = statistics;
  const averageTerms = documents > 0 ? Math.max(totalTerms / documents, 1) : 1;
  const weights = new Float64Array(documentFrequencies.length);
  for (let index = 0; index < weights.length; index += 1) {
    const n = documentFrequencies[index] ?? 0;
    weights[index] = (factors?.[index] ?? 1) * Math.log(1 + (documents - n + 0.5) / (n + 0.5));
  }
  const length = Math.hypot(...weights.subarray(0, originals));
  for (let index = 0; index < weights.length; index += 1) {
    weights[index] = length === 0 ? 0 : (weights[index] ?? 0) / length;
  }
  return {
    originals,
    weights,
    damping: (termCount) => K1 * (1 - B + (B * termCount) / averageTerms),
  };
}

/**
 * Returns the share, 0 to 1, of the weights of a query's terms that a text with these ones has.
 * Terms that stand for others count, but not in the whole.
 */
export function termCoverage(
  { weights, originals = weights.length }: Pick<TextWeights, "weights" | "originals">,
  frequencyOf: (index: number) => number,
): number {
  let [own, all] = [0, 0];
  for (let index = 0; index < weights.length; index += 1) {
    const weight = weights[index] ?? 0;
    if (index < originals) all += weight;
    if (frequencyOf(index) > 0) own += weight;
  }
  return all === 0 ? 0 : Math.min(own / all, 1);
}

/**
 * Returns the score of each text, by looking at all; `undefined` where it has none of the terms.
 * @param leg - Terms of the query.
 * @param texts - Terms of the texts in the searched scopes; `undefined` for what is not searchable.
 */
export function scoreTexts(
  { terms, ...leg }: Pick<TextLeg, "terms" | "weights" | "originals">,
  texts: readonly (readonly string[] | undefined)[],
): readonly (number | undefined)[] {
  const frequencies = texts.map((text = []) =>
    terms.map((term) => text.filter((one) => one === term).length),
  );
  const score = textScorer({
    ...leg,
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
