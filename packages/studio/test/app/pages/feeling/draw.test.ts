import { createMemory, inMemoryStore } from "@kioku/core";
import { expect, test } from "vitest";

import { chancesOf, pickIndex } from "../../../../src/app/pages/feeling/simulation/draw.js";
import type { Held } from "../../../../src/app/pages/feeling/simulation/held.js";
import { seededNumbers } from "../../../../src/app/pages/feeling/simulation/random.js";
import { pickRows, startOf } from "../../../../src/app/pages/feeling/simulation/start.js";

const HELD: Held = {
  age: 0,
  since: 0,
  uses: 0,
  joy: 0,
  aversion: 0,
  arousal: 0,
  importance: 0.5,
  stabilityDays: 8,
};
const MEMORIES: readonly Held[] = [
  { ...HELD, joy: 0.85, arousal: 0.7 },
  { ...HELD, aversion: 0.8, arousal: 0.85, importance: 1 },
  { ...HELD, since: 400 },
];
const MOOD = { valence: -0.6, arousal: 0.5 };

/** Values of chi-squared by degrees of freedom that one fair sample in 1,000 passes. */
const PASSED_BY_ONE_IN_1000 = { 2: 13.816, 9: 27.877 } as const;

const DRAWS = 10_000;

/** Returns the sum of squared differences from the probabilities, for one draw. */
function chiSquared(shares: readonly number[], chances: readonly number[]): number {
  return chances.reduce(
    (all, chance, index) => all + ((shares[index] ?? 0) - chance) ** 2 / chance,
    0,
  );
}

test("memories that feel like the mood come back more often, and as published all alike", () => {
  const [pleasant = 0, unpleasant = 0, faded = 0] = chancesOf({
    memories: MEMORIES,
    mood: MOOD,
    formula: "bounded",
  });
  expect(pleasant + unpleasant + faded).toBeCloseTo(1, 12);
  expect(unpleasant).toBeGreaterThan(pleasant);
  const alike = chancesOf({ memories: MEMORIES, mood: MOOD, formula: "published" });
  expect(new Set(alike)).toEqual(new Set([1 / 3]));
});

test("the bounded chances are in proportion to the weights that memory.surface draws by", async () => {
  const now = new Date("2026-11-20T09:00:00Z");
  const memory = createMemory({ store: inMemoryStore(), clock: () => now });
  await memory.remember({ content: "bread", emotion: { valence: 0.85, arousal: 0.7 } });
  await memory.remember({
    content: "step",
    emotion: { valence: -0.8, arousal: 0.85 },
    importance: 1,
  });
  const surfaced = await memory.surface({ mood: MOOD, limit: 2, seed: 1 });
  await memory.close();
  const scoreOf = (content: string): number =>
    surfaced.find((hit) => hit.content === content)?.score ?? 0;
  const chances = chancesOf({ memories: MEMORIES.slice(0, 2), mood: MOOD, formula: "bounded" });
  expect((chances[0] ?? 0) / (chances[1] ?? 0)).toBeCloseTo(scoreOf("bread") / scoreOf("step"), 9);
});

test("10,000 draws have the stated probabilities", () => {
  const chances = chancesOf({ memories: MEMORIES, mood: MOOD, formula: "bounded" });
  for (const seed of [1, 2, 3]) {
    const random = seededNumbers(seed, -1);
    const counts = chances.map(() => 0);
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const index = pickIndex(chances, random());
      counts[index] = (counts[index] ?? 0) + 1;
    }
    const shares = counts.map((count) => count / DRAWS);
    expect(chiSquared(shares, chances) * DRAWS).toBeLessThan(PASSED_BY_ONE_IN_1000[2]);
  }
});

test("neighbouring seeds and days give numbers that spread evenly", () => {
  const tenths = Array.from({ length: 10 }, () => 0);
  for (let seed = 0; seed < 100; seed += 1) {
    for (let day = 0; day < 100; day += 1) {
      const tenth = Math.floor(seededNumbers(seed, day)() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
  }
  const shares = tenths.map((count) => count / 10_000);
  const even = tenths.map(() => 0.1);
  expect(chiSquared(shares, even) * 10_000).toBeLessThan(PASSED_BY_ONE_IN_1000[9]);
});

const ROW = {
  id: "0190-000001",
  createdAt: "2026-11-10T09:00:00Z",
  stabilityDays: 30,
  uses: 3,
  lastUsedAt: "2026-11-18T09:00:00Z",
  importance: 0.5,
};

test("memories with a feeling are picked first, or those that are named", () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    ...ROW,
    id: `id-${100_000 + index}`,
    ...(index % 10 === 9 ? { emotion: { valence: 0.5, arousal: 0.5 } } : {}),
  }));
  const picked = pickRows(rows, "").map(({ emotion }) => emotion !== undefined);
  expect(picked).toHaveLength(12);
  expect(picked.indexOf(false)).toBe(3);
  expect(pickRows(rows, "100004.nobody")).toEqual([rows[4]]);
});

test("memories start as they are, or as if they were new", () => {
  const row = { ...ROW, emotion: { valence: -0.7, arousal: 0.3 } };
  expect(startOf(row, new Date("2026-11-20T09:00:00Z"))).toMatchObject({
    age: 10,
    since: 2,
    uses: 3,
    joy: 0,
    aversion: 0.7,
    stabilityDays: 30,
  });
  expect(startOf(row)).toMatchObject({ age: 0, uses: 0, aversion: 0.7 });
});
