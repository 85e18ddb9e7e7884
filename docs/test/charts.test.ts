import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { charts } from "../charts/charts.ts";
import { reliabilityPage } from "../charts/reliability-page.ts";
import { tables, withTable } from "../charts/tables.ts";
import { HARNESSES } from "../charts/torture-harnesses.ts";
import { seedsOf, statesOf } from "../charts/torture-parts.ts";
import { readTortureResults } from "../charts/torture-results.ts";

test.each(charts)("docs/images/$file is what `npm run charts -w docs` draws", ({ file, draw }) => {
  const kept = readFileSync(new URL(`../images/${file}`, import.meta.url), "utf8");
  expect(draw()).toBe(kept);
});

test.each(tables)(
  "the table $name of docs/$page is what `npm run charts -w docs` writes",
  (table) => {
    const kept = readFileSync(new URL(`../${table.page}`, import.meta.url), "utf8");
    expect(withTable(kept, table)).toBe(kept);
  },
);

test("RELIABILITY.md is what `npm run charts -w docs` writes from torture/results", () => {
  const kept = readFileSync(new URL("../../RELIABILITY.md", import.meta.url), "utf8");
  expect(reliabilityPage()).toBe(kept);
});

test("no saved result that counts has a broken promise, and every control was found", () => {
  const results = readTortureResults();
  const counted = results.filter(({ control }) => control === undefined);
  expect(counted.filter(({ defects }) => defects > 0)).toEqual([]);
  expect(results.filter(({ control, defects }) => control !== undefined && defects === 0)).toEqual(
    [],
  );
  const described = new Set(HARNESSES.map(({ name }) => name));
  expect(results.filter(({ harness }) => !described.has(harness))).toEqual([]);
});

test("the seeds of parts are named as ranges, and each state once", () => {
  const [result] = readTortureResults();
  if (result === undefined) throw new Error("no result is saved");
  const of = (...seeds: readonly number[]) => ({
    ...result,
    parts: seeds.map((seed) => ({ seed, rounds: 5, seconds: 3, kioku: `0.0.0 (${seed % 2})` })),
  });
  expect(seedsOf(of(7))).toBe("7");
  expect(seedsOf(of(1, 2, 3))).toBe("1 to 3");
  expect(seedsOf(of(1, 501, 1_001, 1_101, 1_201))).toBe(
    "1 to 1,001 in steps of 500, 1,101 to 1,201 in steps of 100",
  );
  expect(statesOf(of(1, 3, 4))).toBe("0.0.0 (1), 0.0.0 (0)");
});
