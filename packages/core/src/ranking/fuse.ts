/** The two anchors of a model are put here. */
const UNRELATED = 0.15;
const RELATED = 0.6;
/** A meaning of 1 is worth this much as a keyword score, where words could not be compared. */
const KEYWORD_PER_MEANING = 1;

/** The two cosines that make models comparable. */
export interface SimilarityAnchors {
  /** Cosine of a question and a text that has nothing to do with it. */
  readonly unrelated: number;
  /** Cosine of a question and a text that answers it. */
  readonly related: number;
}

/**
 * Puts a model's cosine on a scale of 0 to 1 that means the same for every model: unrelated texts
 * at 0.15, a question and its answer at 0.6, all else on the straight line through both.
 */
export function calibrate(cosine: number, { unrelated, related }: SimilarityAnchors): number {
  const share = (cosine - unrelated) / (related - unrelated);
  return Math.min(Math.max(UNRELATED + share * (RELATED - UNRELATED), 0), 1);
}

/** Scores of one candidate by leg; `undefined` where a leg was not asked or cannot tell. */
export interface Evidence {
  /** Similarity in meaning on the calibrated scale, 0 to 1. */
  readonly meaning?: number | undefined;
  /** Score of `textScorer`; 0 if the text leg found other records. */
  readonly textScore?: number | undefined;
  /** Share of the query's terms in the candidate's script, 0 to 1. @defaultValue 1 */
  readonly comparable?: number | undefined;
}

/** A relevance and the two parts that it is the sum of. */
export interface Fused {
  /** 0 to 1. */
  readonly relevance: number;
  /** From keywords. */
  readonly words: number;
  /** From similarity. */
  readonly meaning: number;
}

/** Maps a text score to 0 to 1: nearly itself up to 0.5, 0.76 for 1, 0.96 for 2. */
export function keywordScore(textScore: number): number {
  return Math.tanh(textScore);
}

/**
 * Makes one relevance of keywords and meaning, 0 to 1: a weighted sum of scores on absolute scales,
 * so other candidates do not move it. For the part of the query that is in another script than the
 * candidate, the other words and the meaning stand in for words that cannot be shared.
 *
 * @param weight - Share of meaning, 0 to 1; the rest is the share of keywords.
 */
export function fuse({ meaning, textScore, comparable = 1 }: Evidence, weight: number): Fused {
  if (textScore === undefined) return toFused(0, meaning ?? 0);
  const keyword = keywordScore(textScore);
  if (meaning === undefined) return toFused(keyword, 0);
  const apart = 1 - comparable;
  const words = keyword * (1 + apart) + apart * KEYWORD_PER_MEANING * meaning;
  return toFused((1 - weight) * Math.min(words, 1), weight * meaning);
}

function toFused(words: number, meaning: number): Fused {
  return { relevance: words + meaning, words, meaning };
}
