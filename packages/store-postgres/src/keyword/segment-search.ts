import type { TextWeights } from "@kioku/core/toolkit";

/**
 * What is known about the terms of a query: what the segment of a scope says, or those texts that
 * no segment has.
 */
export interface SegmentSearch {
  /** For each term, in how many of its texts it is that are still there. */
  readonly documentFrequencies: readonly number[];
  /** Scores these texts by core's formula. The statistics are of all parts of the search. */
  score(weights: TextWeights): SegmentScores;
}

/** The scores of the texts of a segment. They are the very numbers of core's `textScorer`. */
export interface SegmentScores {
  /**
   * All texts with any of the terms, best first, in portions of at least `first`, then four times
   * as many, and so on. Texts of equal score are all in one portion, in no order of meaning.
   * Nothing says whether a selection has them.
   */
  portions(first: number): Iterable<readonly ScoredText[]>;
  /**
   * The score of a text; `undefined` for one that the segment does not cover or that has none of
   * the terms.
   */
  scoreOf(number: number): number | undefined;
}

/** A text and its score. */
export interface ScoredText {
  /** `records.number`. */
  readonly number: number;
  /** More than 0. */
  readonly score: number;
}
