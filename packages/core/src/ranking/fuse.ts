/** What a meaning of 1 is worth as a keyword score, where words could not be compared. */
const KEYWORD_PER_MEANING = 1;

/** What the legs say of one candidate; `undefined` where a leg was not asked or cannot say. */
export interface Evidence {
  /** Similarity in meaning on the calibrated scale, 0 to 1. */
  readonly meaning?: number | undefined;
  /** What `textScorer` gave; 0 if the text leg found other records. */
  readonly textScore?: number | undefined;
  /**
   * Share of the query's terms that the candidate could have, being written in their script, 0 to
   * 1. Default 1.
   */
  readonly comparable?: number | undefined;
}

/** Relevance and what it is made of: the sum. */
export interface Fused {
  /** 0 to 1. */
  readonly relevance: number;
  /** What keywords bring. */
  readonly words: number;
  /** What similarity brings. */
  readonly meaning: number;
}

/**
 * A text score, which has no upper end, as 0 to 1: nearly itself up to 0.5, 0.76 for 1, 0.96 for 2.
 */
export function keywordScore(textScore: number): number {
  return Math.tanh(textScore);
}

/**
 * One relevance from keywords and meaning, 0 to 1: a weighted sum of scores on absolute scales, so
 * it does not depend on which other candidates came along (rank fusion with a weak leg lost 5
 * points of recall@10 when measured).
 *
 * That no word is shared says nothing where none can be: for the part of the query that is in
 * another script than the candidate, the other words and the meaning stand in. Without that,
 * Chinese questions found 10 % of their English answers among Chinese passages.
 *
 * @param meaningWeight - Share of meaning, 0 to 1; the rest is the share of keywords.
 */
export function fuse(
  { meaning, textScore, comparable = 1 }: Evidence,
  meaningWeight: number,
): Fused {
  if (textScore === undefined) return toFused(0, meaning ?? 0);
  const keyword = keywordScore(textScore);
  if (meaning === undefined) return toFused(keyword, 0);
  const apart = 1 - comparable;
  const words = keyword * (1 + apart) + apart * KEYWORD_PER_MEANING * meaning;
  return toFused((1 - meaningWeight) * Math.min(words, 1), meaningWeight * meaning);
}

function toFused(words: number, meaning: number): Fused {
  return { relevance: words + meaning, words, meaning };
}
