import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { quoteResults, readReports } from "../store/quote-results.ts";

test("the README of the store quotes the saved results", () => {
  const readme = new URL("../../packages/store-sqlite/README.md", import.meta.url);
  const text = readFileSync(readme, "utf8");
  expect(readReports().length).toBeGreaterThan(0);
  expect(quoteResults(text, readReports())).toBe(text);
});
