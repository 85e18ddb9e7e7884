import { memoryTier } from "@kioku/plugins/scorings";
import { seededRandom } from "@kioku/testing/support";
import { FSRSAlgorithm, generatorParameters, Rating } from "ts-fsrs";
import { expect, test } from "vitest";

import type { Strength } from "../../src/index.js";
import { initialStabilityDays, retrievability, strengthAfterUse } from "../../src/toolkit/index.js";

const DAY = 86_400_000;
const START = new Date("2026-03-01T00:00:00Z");

function after(days: number, from: Date = START): Date {
  return new Date(from.getTime() + Math.round(days * DAY));
}

/** The strength after a number of uses, each `days` after the one before. */
function usedEvery(days: number, count: number, stabilityDays = 10): Strength {
  let strength: Strength = { stabilityDays, uses: 0 };
  for (let n = 1; n <= count; n += 1) {
    strength = strengthAfterUse(strength, { createdAt: START, now: after(n * days) });
  }
  return strength;
}

test.each([
  [10, 0, 10],
  [10, 1, 13.04717601],
  [10, 10, 32.02672948],
  [10, 100, 83.63935644],
])("stability %d used after %d days becomes %d (FSRS-6, D = 5, Good)", (stability, days, next) => {
  expect(usedEvery(days, 1, stability).stabilityDays).toBeCloseTo(next, 7);
});

test("the update is that of ts-fsrs", () => {
  const reference = new FSRSAlgorithm(generatorParameters({ enable_fuzz: false }));
  const random = seededRandom(3);
  for (let round = 0; round < 2_000; round += 1) {
    const stabilityDays = 10 ** (random() * 7 - 2.7);
    // In whole milliseconds, as instants are.
    const days = Math.round(random() * 1_000 * DAY) / DAY;
    const { stabilityDays: next } = usedEvery(days, 1, stabilityDays);
    const retained = retrievability(days, stabilityDays);
    const expected = reference.next_recall_stability(5, stabilityDays, retained, Rating.Good);
    expect(Math.abs(next - expected)).toBeLessThanOrEqual(1e-8);
  }
});

test("use within minutes adds next to nothing, use that is spaced adds a lot", () => {
  expect(usedEvery(1.4 / 1_440, 10).stabilityDays).toBeCloseTo(10.03, 2);
  expect(usedEvery(7, 10).stabilityDays).toBeCloseTo(162.98, 2);
});

test("a use counts, is dated, and is measured from the use before", () => {
  const first = strengthAfterUse(
    { stabilityDays: 10, uses: 4 },
    { createdAt: START, now: after(3) },
  );
  expect(first).toMatchObject({ uses: 5, lastUsedAt: after(3) });
  const second = strengthAfterUse(first, { createdAt: START, now: after(3) });
  expect(second).toEqual({ ...first, uses: 6 });
});

test("a clock that was set back adds nothing and takes nothing", () => {
  const strength = { stabilityDays: 10, uses: 1, lastUsedAt: after(5) };
  expect(strengthAfterUse(strength, { createdAt: START, now: after(1) })).toEqual({
    stabilityDays: 10,
    uses: 2,
    lastUsedAt: after(1),
  });
});

test("a stability stays within what FSRS-6 allows", () => {
  expect(usedEvery(0, 1, 1e-9).stabilityDays).toBe(0.001);
  expect(usedEvery(36_500, 1, 36_000).stabilityDays).toBe(36_500);
  expect(usedEvery(0, 1, 1e9).stabilityDays).toBe(36_500);
});

test("use never weakens, and a longer pause never adds less", () => {
  const random = seededRandom(5);
  for (let round = 0; round < 2_000; round += 1) {
    const stabilityDays = 0.001 + random() * 36_000;
    const days = random() * 2_000;
    const soon = usedEvery(days, 1, stabilityDays).stabilityDays;
    const late = usedEvery(days + 1, 1, stabilityDays).stabilityDays;
    expect(soon).toBeGreaterThanOrEqual(stabilityDays);
    expect(late).toBeGreaterThanOrEqual(soon);
  }
});

test.each([
  [0.001, "short-term"],
  [20.999, "short-term"],
  [21, "long-term"],
  [364.999, "long-term"],
  [365, "ingrained"],
  [36_500, "ingrained"],
])("a stability of %d days is %s", (stabilityDays, tier) => {
  expect(memoryTier({ stabilityDays })).toBe(tier);
});

test("five daily uses make an ordinary memory long-term, fifty at once do not", () => {
  const ordinary = initialStabilityDays(0.5);
  expect(memoryTier(usedEvery(1, 4, ordinary))).toBe("short-term");
  expect(memoryTier(usedEvery(1, 5, ordinary))).toBe("long-term");
  expect(memoryTier(usedEvery(1 / 1_440, 50, ordinary))).toBe("short-term");
});

test("four uses, each when it has faded to 0.9, make it ingrained", () => {
  let strength: Strength = { stabilityDays: initialStabilityDays(0.5), uses: 0 };
  let now = START;
  const tiers: string[] = [];
  for (let use = 1; use <= 4; use += 1) {
    now = after(strength.stabilityDays, now);
    strength = strengthAfterUse(strength, { createdAt: START, now });
    tiers.push(memoryTier(strength));
  }
  expect(tiers).toEqual(["long-term", "long-term", "long-term", "ingrained"]);
});
