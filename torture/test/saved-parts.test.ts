import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { checkSeeds, nextSeed, readParts, savePart } from "../saved-parts.ts";
import { temporaryDirectory } from "./support.ts";

const names = { harness: "faults", store: "memory" };
const seedsOf = ({ rounds }: { readonly rounds: number }): number => rounds;

test("a further part adds its counts, and says which seed and state it had", async () => {
  const file = join(temporaryDirectory(), "faults-memory.json");
  const add = async (seed: number, faults: object): Promise<void> => {
    const counts = { schedules: 5, scopes: 200, faults, defects: 0, seconds: 3 };
    const part = { seed, rounds: 5, seconds: 3 };
    const earlier = readParts(file);
    await savePart({ file, earlier, names, counts, alike: ["scopes"], part });
  };
  await add(1, { hangs: 2 });
  await add(6, { hangs: 1, throws: 4 });
  const saved = JSON.parse(readFileSync(file, "utf8")) as object;
  expect(saved).toMatchObject({
    ...names,
    seed: 1,
    schedules: 10,
    scopes: 200,
    faults: { hangs: 3, throws: 4 },
    seconds: 6,
  });
  expect(readParts(file)).toMatchObject([
    { seed: 1, rounds: 5, seconds: 3 },
    { seed: 6, rounds: 5, seconds: 3, kioku: expect.stringMatching(/^\d+\.\d+\.\d+/u) as string },
  ]);
});

test("no seed counts twice, and the next one is free", () => {
  const parts = [
    { seed: 1, rounds: 5, seconds: 3, date: "2026-11-27", kioku: "0.0.0" },
    { seed: 20, rounds: 5, seconds: 3, date: "2026-11-27", kioku: "0.0.0" },
  ];
  expect(nextSeed([], seedsOf)).toBe(1);
  expect(nextSeed(parts, seedsOf)).toBe(25);
  expect(() => checkSeeds(parts, { seed: 5, rounds: 1 }, seedsOf)).toThrow(
    "seed 5 is used by the part of seed 1, 5 rounds",
  );
  expect(() => checkSeeds(parts, { seed: 15, rounds: 6 }, seedsOf)).toThrow("seed 15 is used");
  expect(() => checkSeeds(parts, { seed: 6, rounds: 14 }, seedsOf)).not.toThrow();
  // A run with one seed for all of its rounds takes just that one.
  expect(() => checkSeeds(parts, { seed: 2, rounds: 5 }, () => 1)).not.toThrow();
});

test("nothing is added to a result that has no parts", () => {
  const file = join(temporaryDirectory(), "old.json");
  expect(readParts(file)).toEqual([]);
  writeFileSync(file, JSON.stringify({ schedules: 3, seed: 1 }));
  expect(() => readParts(file)).toThrow("has no parts; remove it to begin anew");
});
