/** Where the two anchors of a model are put. */
const UNRELATED = 0.15;
const RELATED = 0.6;

/** The two cosines that make models comparable. */
export interface SimilarityAnchors {
  /** Cosine of a question and a text that has nothing to do with it. */
  readonly unrelated: number;
  /** Cosine of a question and a text that answers it. */
  readonly related: number;
}

/**
 * A model's cosine on a scale that means the same for every model, 0 to 1: unrelated texts are at
 * 0.15, a question and its answer at 0.6, and what lies between and beyond on the straight line
 * through both, so that the order stays. Cosines of one model crowd around 0.8 for whatever texts,
 * those of another around 0.1.
 */
export function calibrate(cosine: number, { unrelated, related }: SimilarityAnchors): number {
  const share = (cosine - unrelated) / (related - unrelated);
  return Math.min(Math.max(UNRELATED + share * (RELATED - UNRELATED), 0), 1);
}
