import { expect, test } from "vitest";

import {
  countBelow,
  daysUntil,
  fadingFirst,
  fatesOf,
  histogram,
  recallAt,
  staying,
} from "../../../../src/app/pages/forgetting/fading.js";
import type { StrengthRow } from "../../../../src/wire/forgetting.js";

const NOW = new Date("2026-01-01T00:00:00Z");

function row(id: string, parts: Partial<StrengthRow> & { readonly restDays: number }): StrengthRow {
  const { restDays, ...given } = parts;
  const fadesSince = new Date(NOW.getTime() - restDays * 86_400_000).toISOString();
  return {
    id,
    scope: [],
    kind: "note",
    text: id,
    createdAt: fadesSince,
    stabilityDays: 10,
    uses: 0,
    importance: 0.5,
    pinned: false,
    canFade: true,
    fadesSince,
    ...given,
  };
}

test.each([
  [10, 0, 0.9],
  [0, 30, 0.8093881036],
  [35, 65, 0.6928266346],
  [365, 0, 0.5735586746],
])("after %d days, and %d more, it is recalled with %d", (restDays, ahead, expected) => {
  expect(recallAt(row("a", { restDays }), NOW, ahead)).toBeCloseTo(expected, 9);
});

test.each([
  [0.9, 10],
  [0.8, 33.1595978623],
  [0.7, 92.8791118242],
  [0.5, 903.5451283837],
])("it falls to %d after %d days", (probability, expected) => {
  expect(daysUntil(probability, 10)).toBeCloseTo(expected, 8);
});

test("those that fall first come first; what is kept is not among them", () => {
  const rows = [
    row("late", { restDays: 0 }),
    row("soon", { restDays: 90 }),
    row("gone", { restDays: 100 }),
    row("pinned", { restDays: 80, pinned: true, canFade: false }),
  ];
  const fates = fatesOf(rows, { now: NOW, ahead: 365, below: 0.7 });
  const first = fadingFirst(fates);
  expect(first.map((fate) => fate.row.id)).toEqual(["soon", "late"]);
  expect(first[0]?.fallsIn).toBeCloseTo(2.8791118242, 8);
  expect(staying(fates, 0.7).map((fate) => fate.row.id)).toEqual(["pinned"]);
});

test("values are counted below a threshold and in equal steps", () => {
  const fates = [0.2, 0.5, 0.9].map((later) => ({ now: 1, later }));
  expect(countBelow(fates, "later", 0.5)).toBe(1);
  expect(countBelow(fates, "now", 0.5)).toBe(0);
  expect(histogram([0, 0.1, 0.5, 1], 4)).toEqual([2, 0, 1, 1]);
});
