import type { Emotion, MemoryRecord } from "../model/record.js";

/** Input of a scoring. It reads no clock: `now` is given. */
export interface ScoringInput {
  /** The candidate. */
  readonly record: MemoryRecord;
  /** Relevance to the query, 0 to 1, before anything else is considered. */
  readonly relevance: number;
  /**
   * Similarity in meaning on the scale that all embedders share, 0 to 1: unrelated texts are at
   * 0.15, a question and its answer at 0.6. Absent if record or query has no vector.
   */
  readonly meaning?: number;
  /** The moment of the recall. */
  readonly now: Date;
  /** The mood of whoever recalls, if the query named one. */
  readonly mood?: Emotion;
}

/** Result of a scoring: the score is the sum of the terms times the product of the factors. */
export interface ScoringResult {
  /**
   * More is better. What is above 1 counts for the order and is shown as 1; 0 and less is never
   * returned.
   */
  readonly score: number;
  /** Summands by name, for `explain`. Absent: the relevance alone. */
  readonly terms?: Readonly<Record<string, number>>;
  /** Factors by name, for `explain`. */
  readonly factors: Readonly<Record<string, number>>;
}

/** A pure function from candidates to their scores. */
export interface Scoring {
  /** Shown by `explain`. */
  readonly name: string;
  /**
   * True if scores stay within a factor of 1.5 of the relevance, so that much less relevant
   * candidates need not be looked at.
   * @defaultValue `false`
   */
  readonly bounded?: boolean;
  /** Scores one candidate by itself: not by others, not by a clock, not by chance. */
  score(input: ScoringInput): ScoringResult;
  /**
   * Asked instead of `score` if it is there, for formulas that compare the candidates with each
   * other. One result per input, in order, and the same whatever that order is. Such scores compare
   * within one recall only.
   */
  scoreAll?(inputs: readonly ScoringInput[]): readonly ScoringResult[];
}
