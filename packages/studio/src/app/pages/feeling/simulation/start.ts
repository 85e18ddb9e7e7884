import { daysBetween, initialStabilityDays } from "@kioku/core/toolkit";

import type { StrengthRow } from "../../../../wire/forgetting.js";
import type { Held } from "./held.js";

/** Most memories in a run. */
const DOZEN = 12;
/** Characters of an id that name it in an address: the last ones, which are random. */
const SHORT = 6;

/** Returns the name of a memory in an address. */
export function shortId({ id }: Pick<StrengthRow, "id">): string {
  return id.slice(-SHORT);
}

/** Tests if a memory is one of the sample, whose times are those before the present. */
export function isSample({ id }: Pick<StrengthRow, "id">): boolean {
  return id.startsWith("sample-");
}

/** Picks the memories that an address names, or else a dozen: felt ones first, then new ones. */
export function pickRows<R extends Pick<StrengthRow, "id" | "emotion" | "createdAt">>(
  rows: readonly R[],
  names: string,
): readonly R[] {
  const picked = names
    .split(".")
    .flatMap((name) => rows.find((row) => shortId(row) === name) ?? [])
    .slice(0, DOZEN);
  if (picked.length > 0) return picked;
  const felt = (row: R): number => (row.emotion === undefined ? 0 : 1);
  return rows
    .toSorted((a, b) => felt(b) - felt(a) || (a.createdAt < b.createdAt ? 1 : -1))
    .slice(0, DOZEN);
}

type Given = Pick<
  StrengthRow,
  "createdAt" | "emotion" | "importance" | "lastUsedAt" | "stabilityDays" | "uses"
>;

/** Returns a memory as it is on day 0: as it was at a moment, or as if it were new. */
export function startOf(row: Given, at?: Date): Held {
  const { emotion, importance, uses, stabilityDays } = row;
  const { valence = 0, arousal = 0 } = emotion ?? {};
  const felt = { joy: Math.max(valence, 0), aversion: Math.max(-valence, 0), arousal, importance };
  if (at === undefined) {
    const first = initialStabilityDays(importance, arousal);
    return { ...felt, age: 0, since: 0, uses: 0, stabilityDays: first };
  }
  // To a minute or so, so that the sample is as old whenever it is made.
  const since = (then: string): number => Math.round(daysBetween(new Date(then), at) * 1000) / 1000;
  return {
    ...felt,
    age: since(row.createdAt),
    since: since(row.lastUsedAt ?? row.createdAt),
    uses,
    stabilityDays,
  };
}
