import type { TextWeights } from "@kioku/core";

/** What the segment of a scope says about the terms of a query. */
export interface SegmentSearch {
  /** It knows the texts with numbers up to this one; those with greater numbers are to be read from `records`. */
  readonly covers: number;
  /** For each term, in how many of the texts it is that the segment covers and that are still there. */
  readonly documentFrequencies: readonly number[];
  /** Scores these texts by core's formula. The statistics are of all parts of the search. */
  score(weights: TextWeights): SegmentScores;
}

/** The scores of the texts of a segment. They are the very numbers of core's `textScorer`. */
export interface SegmentScores {
  /**
   * All texts with any of the terms, best first, in portions of at least `first`, then four times as many, and so on. Texts of
   * equal score are all in one portion, in no order of meaning. Nothing says whether a selection has them.
   */
  portions(first: number): Iterable<readonly ScoredText[]>;
  /** The scores of these texts, by number; those that the segment does not cover or that have none of the terms are missing. */
  scoresOf(numbers: readonly number[]): ReadonlyMap<number, number>;
}

/** A text and its score. */
export interface ScoredText {
  /** `records.number`. */
  readonly number: number;
  /** More than 0. */
  readonly score: number;
}
