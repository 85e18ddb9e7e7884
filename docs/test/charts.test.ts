import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { charts } from "../charts/charts.ts";
import { tables, withTable } from "../charts/tables.ts";

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
