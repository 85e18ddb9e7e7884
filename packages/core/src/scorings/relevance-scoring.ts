import type { Scoring } from "../contracts/scoring.js";
import { toResult } from "./scoring-parts.js";

/** Relevance and nothing else: no time, no importance, no mood. */
export function relevanceScoring(): Scoring {
  return { name: "relevance", bounded: true, score: ({ relevance }) => toResult(relevance, {}) };
}
