import type { Scoring } from "../contracts/scoring.js";
import { checkMembers, checkNumber } from "../internal/check/check.js";
import { daysSinceCreation } from "../ranking/forgetting.js";
import { linearWindow } from "./curves/linear-window.js";
import { similarityOf } from "./similarity-of.js";
import { toResult } from "./to-result.js";

/** Options of `airiScoring`. */
export interface AiriScoringOptions {
  /**
   * The similarity that has to be passed, 0 to 1, on the scale of all embedders. @defaultValue 0.5
   */
  readonly minSimilarity?: number;
  /** Days in which the bonus of a new memory runs out; above 0. @defaultValue 30 */
  readonly windowDays?: number;
}

/** The most that both terms come to. */
const MOST = 1.4;

/**
 * AIRI's chat memory: 1.2 times the similarity and 0.2 for newness, by the days since the record
 * was written, for what passes a similarity of 0.5. The published query mixes milliseconds and
 * seconds; here days are days.
 *
 * @see https://github.com/moeru-ai/airi
 * @throws `invalid-input` for an option that is unknown or out of range.
 */
export function airiScoring(options: AiriScoringOptions = {}): Scoring {
  checkMembers(options, "airiScoring", ["minSimilarity", "windowDays"]);
  const { minSimilarity = 0.5, windowDays = 30 } = options;
  checkNumber(minSimilarity, "airiScoring.minSimilarity", { min: 0, max: 1 });
  checkNumber(windowDays, "airiScoring.windowDays", { above: 0 });
  return {
    name: "airi",
    score(input) {
      const similarity = similarityOf(input);
      const terms = {
        similarity: 1.2 * similarity,
        recency: 0.2 * linearWindow(daysSinceCreation(input), windowDays),
      };
      return toResult(terms, { scale: 1 / MOST, gate: similarity > minSimilarity ? 1 : 0 });
    },
  };
}
