import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
const files = [...new Set(readme.match(/bench\/results\/[\w/-]+\.json/gu))].toSorted();

test("the README names the files that its figures are from", () => {
  expect(files.length).toBeGreaterThan(5);
});

interface Head {
  readonly date?: string;
  readonly command?: string;
  readonly cpu?: string;
  readonly seed?: number | null;
  readonly versions?: { readonly kioku?: string };
}

test.each(files)("%s says by which command it was made, with which seed and versions", (file) => {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const { date, command, cpu, seed, versions } = JSON.parse(text) as Head;
  expect(date).toMatch(/^\d{4}-\d\d-\d\d/u);
  expect(command).toContain("npm run");
  expect(typeof cpu).toBe("string");
  expect(seed).toBeDefined();
  expect(versions?.kioku).toMatch(/^\d+\.\d+\.\d+/u);
});
