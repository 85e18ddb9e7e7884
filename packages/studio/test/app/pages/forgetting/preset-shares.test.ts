import { fsrsScoring } from "@kioku/core";
import { initialStabilityDays, retrievability } from "@kioku/core/toolkit";
import { scoringPresets } from "@kioku/plugins/scorings";
import { expect, test } from "vitest";

import { NOTE } from "../../../../src/app/pages/forgetting/note.js";
import { afterLastUse, FIRST_PAST, live } from "../../../../src/app/pages/forgetting/past.js";
import { PRESETS, presetShare } from "../../../../src/app/pages/forgetting/preset-shares.js";

const UNUSED = { ...FIRST_PAST, uses: 0 };

test("every preset has a curve, the default first", () => {
  expect(PRESETS.toSorted()).toEqual(Object.keys(scoringPresets).toSorted());
  expect(PRESETS[0]).toBe("fsrs");
});

test.each(PRESETS)("%s begins at the whole score and only falls", (preset) => {
  const share = presetShare(preset, FIRST_PAST);
  const shares = [0, 1 / 24, 1, 7, 30, 365, 3652].map(share);
  expect(shares[0]).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
});

test("fsrs keeps what its recency factor says", () => {
  const stability = initialStabilityDays(0.5);
  const at = (days: number): number => 1 + 0.2 * (retrievability(days, stability) - 0.5);
  expect(presetShare("fsrs", UNUSED)(30)).toBeCloseTo(at(30) / at(0), 12);
});

test("MemoryBank keeps e to the power of minus the days, and longer with uses", () => {
  expect(presetShare("memory-bank", UNUSED)(1)).toBeCloseTo(0.3678794412, 9);
  expect(presetShare("memory-bank", { ...UNUSED, uses: 1 })(1)).toBeCloseTo(0.6065306597, 9);
});

test("Hou 2024 keeps the probability of the paper", () => {
  expect(presetShare("hou-2024", { ...UNUSED, relevance: 1 })(1)).toBeCloseTo(0.4869314376, 9);
});

test("what a scoring does not return has nothing left", () => {
  expect(presetShare("digital-life", { ...UNUSED, relevance: 0.5 })(1)).toBe(0);
  expect(presetShare("airi", { ...UNUSED, relevance: 0.4 })(0)).toBe(0);
});

test("uses strengthen the memory under the curves as the memory itself would be", () => {
  const { strength, createdAt } = live({ ...FIRST_PAST, stability: 10, uses: 10 });
  expect(strength.stabilityDays).toBeCloseTo(163, 0);
  expect(strength.lastUsedAt).toEqual(afterLastUse(0));
  const record = { ...NOTE, createdAt, strength };
  const now = afterLastUse(40);
  const score = (at: Date): number =>
    fsrsScoring().score({ record, relevance: 0.7, now: at }).score;
  const share = presetShare("fsrs", { ...FIRST_PAST, stability: 10, uses: 10 });
  expect(share(40)).toBeCloseTo(score(now) / score(afterLastUse(0)), 12);
});
