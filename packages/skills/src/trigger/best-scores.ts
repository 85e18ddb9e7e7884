import type { Scored } from "./fit-scores.js";
import { isNegated } from "./gather-fits.js";

/**
 * The best score of each skill for a text as a whole and for its parts. Where one text ranks a
 * skill behind others, another may not. What the whole text negates stays negated: a part has lost
 * what was said against it.
 */
export function bestScores(
  whole: readonly Scored[],
  parts: readonly (readonly Scored[])[],
): readonly Scored[] {
  const best = new Map<string, Scored>();
  for (const scored of [whole, ...parts].flat()) {
    const known = best.get(scored.skill);
    if (!known || isBetter(scored, known)) best.set(scored.skill, scored);
  }
  for (const { skill, ...fits } of whole) {
    const known = best.get(skill);
    if (!known || !isNegated(fits)) continue;
    best.set(skill, { ...known, best: fits.best, counter: fits.counter });
  }
  return [...best.values()];
}

function isBetter(one: Scored, other: Scored): boolean {
  if (one.isOutranked === other.isOutranked) return one.score > other.score;
  return other.isOutranked && one.score >= LEAST_SCORE;
}

/** What is far from waking is not preferred for being ahead of others. */
const LEAST_SCORE = 0.5;
