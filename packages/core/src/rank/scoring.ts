import type { MemoryRecord } from "../model/record.js";

/** What a scoring may look at. Nothing here reads a clock: `now` is given. */
export interface ScoringInput {
  /** The candidate. */
  readonly record: MemoryRecord;
  /** How well it answers the query, 0 to 1, before anything else is considered. */
  readonly relevance: number;
  /** The moment of the recall. */
  readonly now: Date;
}

/** What a scoring answers. */
export interface ScoringResult {
  /** 0 to 1. */
  readonly score: number;
  /** The named factors that made it, for `explain`. */
  readonly factors: Readonly<Record<string, number>>;
}

/** A pure function from one candidate to its score. */
export interface Scoring {
  /** Shown by `explain`. */
  readonly name: string;
  /** Scores one candidate; must not depend on others, on the clock or on chance. */
  score(input: ScoringInput): ScoringResult;
}
