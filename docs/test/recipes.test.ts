import { globSync, readFileSync } from "node:fs";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const recipes = globSync("docs/recipes/*.md", { cwd: root }).toSorted();

/** Headings of every recipe, in this order. Others may stand in between. */
const HEADINGS = [
  "What you get",
  "The program",
  "Step by step",
  "Traps",
  "In production",
  "Read on",
];

const MAX_LINES = 150;

function read(page: string): string {
  return readFileSync(`${root}/${page}`, "utf8");
}

/** The text under a heading of the second level. */
function section(page: string, heading: string): string {
  const [, text = ""] = read(page).split(`\n## ${heading}\n`);
  return text.split("\n## ")[0] ?? "";
}

test.each(recipes)("%s has the headings of a recipe, in their order", (page) => {
  const found = [...read(page).matchAll(/^## (?<heading>.+)$/gmu)].map(
    ({ groups }) => groups?.["heading"] ?? "",
  );
  expect(found.filter((heading) => HEADINGS.includes(heading))).toEqual(HEADINGS);
});

test.each(recipes)("%s shows one program that is run, and what it prints", (page) => {
  expect(section(page, "The program")).toMatch(
    /^\n```ts run\n(?:(?!^```)[^])+```\n\n```text\n(?:(?!^```)[^])+```\n$/mu,
  );
});

/** The cells of a row of a table. */
function cellsOf(row: string): string[] {
  return row
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

test.each(recipes)("%s says of every trap how it is seen, why it is, and what to do", (page) => {
  const [head = "", , ...rows] = section(page, "Traps").trim().split("\n");
  expect(cellsOf(head)).toEqual(["what you see", "why", "what to do"]);
  expect(rows.length).toBeGreaterThanOrEqual(3);
  const incomplete = rows.filter((row) => cellsOf(row).filter(Boolean).length !== 3);
  expect(incomplete).toEqual([]);
});

test.each(recipes)("%s is short, leads on into the guide, and is in its index", (page) => {
  expect(read(page).trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_LINES);
  expect(section(page, "Read on")).toMatch(/\]\(\.\.\/(?:guide|frameworks|stores|embedders)\//u);
  expect(read("docs/README.md")).toContain(`(recipes/${basename(page)})`);
});

test("git ignores what the programs of the recipes write in a clone", () => {
  const ignored = read(".gitignore").split("\n");
  const written = recipes.flatMap((page) =>
    [
      ...section(page, "The program").matchAll(
        /(?:\bpath: |createWriteStream\(|writeFile\()"(?<file>[^"]+)"/gu,
      ),
    ].map(({ groups }) => ({ page, ending: `*${extname(groups?.["file"] ?? "")}` })),
  );
  expect(written.length).toBeGreaterThan(5);
  expect(written.filter(({ ending }) => !ignored.includes(ending))).toEqual([]);
});
