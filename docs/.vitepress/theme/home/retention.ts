import type { Strength } from "@kioku/core";
import { initialStabilityDays, retrievability, strengthAfterUse } from "@kioku/core/toolkit";

const MS_PER_DAY = 86_400_000;
const WRITTEN_AT = new Date("2026-01-01T00:00:00Z");

/** Days that the curves show. */
export const LAST_DAY = 365;

/** The life of a memory that the sliders set. */
export interface Life {
  /** 0 to 1. */
  readonly importance: number;
  /** Times that it is used. */
  readonly uses: number;
  /** Days from its writing to the first use, and from each use to the next. */
  readonly intervalDays: number;
}

/** A point of a curve. */
export interface Point {
  readonly day: number;
  /** Probability of recall, 0 to 1. */
  readonly recall: number;
}

/** Curve of a memory, and its stability. */
export interface Retention {
  readonly points: readonly Point[];
  /** Days of the uses. */
  readonly uses: readonly number[];
  /** Stability at the writing and after the last use, in days. */
  readonly firstStability: number;
  readonly lastStability: number;
}

/** Returns the points of a curve between two days, on which nothing is used. */
function fade(from: number, to: number, stabilityDays: number): readonly Point[] {
  const steps = Math.max(Math.ceil((to - from) / 3), 1);
  return Array.from({ length: steps + 1 }, (_, step) => {
    // Denser at first, where the curve is steep.
    const rest = (to - from) * (step / steps) ** 2;
    return { day: from + rest, recall: retrievability(rest, stabilityDays) };
  });
}

/** Returns how likely a memory is recalled on each day, by the functions that the engine uses. */
export function retentionOf({ importance, uses, intervalDays }: Life): Retention {
  const firstStability = initialStabilityDays(importance);
  let strength: Strength = { stabilityDays: firstStability, uses: 0 };
  const points: Point[] = [];
  const days: number[] = [];
  let last = 0;
  for (let use = 1; use <= uses && use * intervalDays < LAST_DAY; use += 1) {
    const day = use * intervalDays;
    points.push(...fade(last, day, strength.stabilityDays));
    const now = new Date(WRITTEN_AT.getTime() + day * MS_PER_DAY);
    strength = strengthAfterUse(strength, { createdAt: WRITTEN_AT, now });
    days.push(day);
    last = day;
  }
  points.push(...fade(last, LAST_DAY, strength.stabilityDays));
  return { points, uses: days, firstStability, lastStability: strength.stabilityDays };
}
