import { airiTiers } from "@kioku/plugins/scorings";
import { expect, test } from "vitest";

import {
  placeAll,
  risingNext,
  stackLevels,
  tierAbove,
  toTiered,
} from "../../../../src/app/pages/tiers/lanes.js";
import type { StrengthRow } from "../../../../src/wire/forgetting.js";

const NOW = new Date("2026-01-01T00:00:00Z");
const PRESENT = { now: NOW, uses: 0, rest: 0 };

function before(days: number): string {
  return new Date(NOW.getTime() - days * 86_400_000).toISOString();
}

function row(id: string, parts: Partial<StrengthRow>): StrengthRow {
  const createdAt = before(90);
  return {
    id,
    scope: [],
    kind: "note",
    text: id,
    createdAt,
    stabilityDays: 10,
    uses: 0,
    importance: 0.5,
    pinned: false,
    canFade: true,
    fadesSince: createdAt,
    ...parts,
  };
}

const ROWS = [
  row("new", { createdAt: before(0.01) }),
  row("unused", {}),
  row("four", { uses: 4, lastUsedAt: before(2) }),
  row("ten", { uses: 10, lastUsedAt: before(2) }),
  row("forty", { uses: 40, lastUsedAt: before(2) }),
];

test("memories stand in the tiers of the policy, with what is left of them", () => {
  const placed = placeAll(ROWS, PRESENT);
  expect(placed.map(({ tier }) => tier)).toEqual([
    "working",
    "short-term",
    "short-term",
    "long-term",
    "muscle",
  ]);
  const policy = airiTiers();
  for (const { row: one, retention } of placed) {
    expect(retention).toBe(policy.retentionOf(toTiered(one), NOW));
  }
});

test("the uses that lift a memory are counted, the fewest first", () => {
  const rising = risingNext(placeAll(ROWS, PRESENT));
  const named = rising.map(({ row: one, usesToRise }) => [one.id, usesToRise]);
  expect(named).toEqual([
    ["four", 1],
    ["unused", 5],
    ["new", 6],
    ["ten", 30],
  ]);
});

test("daily uses lift all, and rest takes from what is left", () => {
  const used = placeAll(ROWS, { now: NOW, uses: 5, rest: 1 });
  expect(used.map(({ tier }) => tier)).toEqual([
    "long-term",
    "long-term",
    "long-term",
    "long-term",
    "muscle",
  ]);
  const rested = placeAll(ROWS, { now: NOW, uses: 5, rest: 365 });
  rested.forEach(({ retention }, index) => {
    expect(retention).toBeLessThan(used[index]?.retention ?? 0);
  });
});

test("uses lift working memory to where they lift the short-term one", () => {
  expect(tierAbove("working")).toBe("long-term");
  expect(tierAbove("muscle")).toBeUndefined();
});

test("dots that would touch are put on each other", () => {
  expect(stackLevels([0, 0, 0.005, 0.5, 0.51], 0.01)).toEqual([0, 1, 2, 0, 0]);
});
