import type { Emotion, MemoryRecord } from "../model/record.js";

/** Input of a scoring. It reads no clock: `now` is given. */
export interface ScoringInput {
  /** The candidate. */
  readonly record: MemoryRecord;
  /** Relevance to the query, 0 to 1, before anything else is considered. */
  readonly relevance: number;
  /** Similarity, 0 to 1; unrelated: 0.15, an answer: 0.6. Absent without vectors. */
  readonly meaning?: number;
  /** The moment of the recall. */
  readonly now: Date;
  /** The mood of whoever recalls, if the query named one. */
  readonly mood?: Emotion;
}

/** Result of a scoring: the score is the sum of the terms times the product of the factors. */
export interface ScoringResult {
  /** More is better. Above 1 it is shown as 1; records at 0 or less are never returned. */
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
  /** True if scores stay within a factor of 1.5 of relevance. @defaultValue `false` */
  readonly bounded?: boolean;
  /** Scores one candidate by itself: not by others, not by a clock, not by chance. */
  score(input: ScoringInput): ScoringResult;
  /** Scores all at once, in place of `score`, in any order; compares within one recall only. */
  scoreAll?(inputs: readonly ScoringInput[]): readonly ScoringResult[];
}
