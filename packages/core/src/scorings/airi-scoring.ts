import type { Scoring } from "../contracts/scoring.js";
import { daysSinceCreation } from "../ranking/forgetting.js";
import { resolveNumbers, similarityOf, toResult } from "./scoring-parts.js";

/** Options of `airiScoring`. */
export interface AiriScoringOptions {
  /** Similarity to pass, 0 to 1, on the scale of all embedders. @defaultValue 0.5 */
  readonly minSimilarity?: number;
  /** Days in which the bonus of a new memory runs out; above 0. @defaultValue 30 */
  readonly windowDays?: number;
}

const LIMITS = {
  minSimilarity: { usual: 0.5, min: 0, max: 1 },
  windowDays: { usual: 30, above: 0 },
};
/** The most that both terms come to. */
const MOST = 1.4;

/**
 * AIRI's chat memory: 1.2 times the similarity and 0.2 for newness, by the days since the record
 * was written, for what passes a similarity of 0.5. The published query mixes milliseconds and
 * seconds, so that its 30 days are over after 43 minutes; here days are days.
 *
 * @see https://github.com/moeru-ai/airi
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function airiScoring(options: AiriScoringOptions = {}): Scoring {
  const { minSimilarity, windowDays } = resolveNumbers("airiScoring", options, LIMITS);
  return {
    name: "airi",
    score(input) {
      const similarity = similarityOf(input);
      const recency = 0.2 * linearWindow(daysSinceCreation(input), windowDays);
      const gate = similarity > minSimilarity ? 1 : 0;
      return toResult({ similarity: 1.2 * similarity, recency }, { scale: 1 / MOST, gate });
    },
  };
}

/** Returns the share that is left of a window, `1 - t / w`, both times in one unit; 0 after it. */
export function linearWindow(elapsed: number, window: number): number {
  return Math.max(1 - Math.max(elapsed, 0) / window, 0);
}
