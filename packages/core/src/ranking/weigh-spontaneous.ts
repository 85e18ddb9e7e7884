import { daysSinceUse } from "./elapsed-days.js";
import type { Remembered } from "./elapsed-days.js";
import { retrievability } from "./forgetting.js";

/** The most important memory comes twice as easily as the least. */
const IMPORTANCE_WEIGHT = 1;
/**
 * What fits the cue perfectly comes eleven times as easily as what does not fit at all: most of
 * what comes to people's minds unasked is brought up by where they are and what they do (Rasmussen
 * and Berntsen 2011).
 */
const CUE_WEIGHT = 10;

/** What is weighed. */
export interface SpontaneousCandidate extends Remembered {
  /** 0 to 1. */
  readonly importance: number;
  /** How well it fits the cue, 0 to 1; absent if there is none. */
  readonly cueRelevance?: number | undefined;
}

/** How easily a memory comes to mind by itself. */
export interface SpontaneousWeight {
  /** The product of the factors. */
  readonly weight: number;
  /** The weight as a share of the heaviest that there can be, 0 to 1. */
  readonly share: number;
  /** What was multiplied, by name. */
  readonly factors: Readonly<Record<string, number>>;
}

/**
 * Weighs one memory: how much of it is retained (FSRS-6, since its last use), how important it is,
 * how well it fits the cue.
 */
export function weighSpontaneous(candidate: SpontaneousCandidate, now: Date): SpontaneousWeight {
  const { strength, cueRelevance } = candidate;
  const retained = retrievability(daysSinceUse({ record: candidate, now }), strength.stabilityDays);
  const importance = 1 + IMPORTANCE_WEIGHT * candidate.importance;
  const cue = 1 + CUE_WEIGHT * (cueRelevance ?? 0);
  const weight = retained * importance * cue;
  const heaviest = (1 + IMPORTANCE_WEIGHT) * (cueRelevance === undefined ? 1 : 1 + CUE_WEIGHT);
  return { weight, share: weight / heaviest, factors: { retained, importance, cue } };
}
