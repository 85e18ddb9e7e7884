import type { Held } from "./simulation/held.js";

/** Feeling below which a memory has the colour of neutral ones. */
const FAINT = 0.03;

/** Returns the colour of what a memory feels like: gold is pleasant, violet unpleasant. */
export function feelingColor({ joy = 0, aversion = 0 }: Partial<Held> = {}): string {
  const valence = joy - aversion;
  if (Math.abs(valence) < FAINT) return "var(--ink-3)";
  return `color-mix(in oklab, var(${valence > 0 ? "--hue-5" : "--hue-4"}) ${45 + 55 * Math.abs(valence)}%, var(--ink-3))`;
}
