import { retrievability } from "@kioku/core/toolkit";

import type { StrengthRow } from "../../../wire/forgetting.js";

const MS_PER_DAY = 86_400_000;
/** The curve of FSRS-6, turned around: `retrievability` goes from days to the probability. */
const DECAY = -0.1542;
const FACTOR = 0.9 ** (1 / DECAY) - 1;

type Fading = Pick<StrengthRow, "fadesSince" | "stabilityDays">;

/** Returns the days since a memory was last used or changed. */
export function restDays({ fadesSince }: Pick<StrengthRow, "fadesSince">, now: Date): number {
  return Math.max(now.getTime() - new Date(fadesSince).getTime(), 0) / MS_PER_DAY;
}

/** Returns the probability that a memory is recalled, some days ahead of a moment. */
export function recallAt(row: Fading, now: Date, ahead = 0): number {
  return retrievability(restDays(row, now) + ahead, row.stabilityDays);
}

/** Returns after how many days without use a memory of a stability falls to a probability. */
export function daysUntil(probability: number, stabilityDays: number): number {
  return (stabilityDays / FACTOR) * (probability ** (1 / DECAY) - 1);
}

/** A memory now and later. */
export interface Fate<R extends Fading = StrengthRow> {
  readonly row: R;
  /** Probability of recall now. */
  readonly now: number;
  /** Probability of recall later, if nobody uses it. */
  readonly later: number;
  /** Days ahead at which it falls below the threshold; at most 0: it is below. */
  readonly fallsIn: number;
}

/** Returns what some days without use would make of memories. */
export function fatesOf<R extends Fading>(
  rows: readonly R[],
  { now, ahead, below }: { readonly now: Date; readonly ahead: number; readonly below: number },
): readonly Fate<R>[] {
  return rows.map((row) => ({
    row,
    now: recallAt(row, now),
    later: recallAt(row, now, ahead),
    fallsIn: daysUntil(below, row.stabilityDays) - restDays(row, now),
  }));
}

/** Returns those that are yet to fall below the threshold, the first ones first. */
export function fadingFirst(fates: readonly Fate[]): readonly Fate[] {
  return fates
    .filter(({ row, fallsIn }) => row.canFade && fallsIn > 0)
    .toSorted((a, b) => a.fallsIn - b.fallsIn);
}

/** Returns those that no sweep would archive, what is pinned first, then the best recalled. */
export function staying(fates: readonly Fate[], below: number): readonly Fate[] {
  return fates
    .filter(({ row, later }) => !row.canFade || later >= below)
    .toSorted((a, b) => Number(b.row.pinned) - Number(a.row.pinned) || b.later - a.later);
}

/** Counts the memories that are recalled with less than a probability, now or later. */
export function countBelow(
  fates: readonly Pick<Fate, "now" | "later">[],
  when: "now" | "later",
  threshold: number,
): number {
  return fates.filter((fate) => fate[when] < threshold).length;
}

/** Counts values, 0 to 1, in as many equal steps. */
export function histogram(values: readonly number[], steps: number): readonly number[] {
  const counts = Array.from({ length: steps }, () => 0);
  for (const value of values) {
    const step = Math.min(Math.floor(value * steps), steps - 1);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
