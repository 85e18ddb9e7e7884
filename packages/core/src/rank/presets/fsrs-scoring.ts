import { retrievability } from "./forgetting.js";
import type { Scoring } from "./scoring.js";

const MS_PER_DAY = 86_400_000;

/** How far each factor may move the score. */
export interface FsrsScoringOptions {
  /** Width of the recency factor: 0.2 lets it go from 0.9 to 1.1. 0 to 1. @defaultValue 0.2 */
  readonly recencyWeight?: number;
  /** Width of the importance factor, likewise. @defaultValue 0.2 */
  readonly importanceWeight?: number;
}

/**
 * The default: relevance leads, recency (FSRS-6 retrievability since the last use) and importance nudge it within bounds, so
 * that an old memory that fits stays ahead of a fresh one that does not.
 */
export function fsrsScoring(options: FsrsScoringOptions = {}): Scoring {
  const { recencyWeight = 0.2, importanceWeight = 0.2 } = options;
  return {
    name: "fsrs",
    score({ record, relevance, now }) {
      const since = record.strength.lastUsedAt ?? record.createdAt;
      const elapsedDays = (now.getTime() - since.getTime()) / MS_PER_DAY;
      const retained = retrievability(elapsedDays, record.strength.stabilityDays);
      const recency = 1 + recencyWeight * (retained - 0.5);
      const importance = 1 + importanceWeight * (record.importance - 0.5);
      return {
        score: relevance * recency * importance,
        factors: { recency, importance },
      };
    },
  };
}
