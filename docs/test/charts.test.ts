import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { charts } from "../charts/charts.ts";
import { reliabilityPage } from "../charts/reliability-page.ts";
import { tables, withTable } from "../charts/tables.ts";
import { HARNESSES } from "../charts/torture-harnesses.ts";
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
