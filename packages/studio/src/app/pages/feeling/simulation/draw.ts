import type { Emotion } from "@kioku/core";
import { retrievability } from "@kioku/core/toolkit";

import { emotionOf, type Held } from "./held.js";
import { moodMatch } from "./mood.js";

/** Way to make a score: as AIRI's playground published it, or with Kioku's bounds. */
export type Formula = "published" | "bounded";

/** Memories that a flashback is drawn from. */
export interface Draw {
  readonly memories: readonly Held[];
  readonly mood: Emotion;
  readonly formula: Formula;
}

/**
 * Returns the probability of each memory to be the one that flashes back. Published: all alike.
 * Kioku: by what is left of it, its importance, and how much it feels like the mood.
 */
export function chancesOf({ memories, mood, formula }: Draw): readonly number[] {
  const weights = memories.map((held) =>
    formula === "published"
      ? 1
      : retrievability(held.since, held.stabilityDays) *
        (1 + held.importance) *
        (1 + moodMatch(mood, emotionOf(held))),
  );
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Returns the index that a number in [0, 1) stands for, of some probabilities that add up to 1. */
export function pickIndex(chances: readonly number[], drawn: number): number {
  let left = drawn;
  for (const [index, chance] of chances.entries()) {
    left -= chance;
    if (left < 0) return index;
  }
  return chances.length - 1;
}
