import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { charts } from "../charts/charts.ts";

test.each(charts)("docs/images/$file is what `npm run charts -w docs` draws", ({ file, draw }) => {
  const kept = readFileSync(new URL(`../images/${file}`, import.meta.url), "utf8");
  expect(draw()).toBe(kept);
});
