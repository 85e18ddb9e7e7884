import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

import { tableProblems } from "./table-problems.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pages = globSync(
  ["*.md", ".changeset/*.md", "packages/*/*.md", "{docs,examples,bench,torture}/**/*.md"],
  { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] },
).toSorted();

test.each(pages)("every row in %s is in a table and has its columns", (page) => {
  expect(tableProblems(readFileSync(join(root, page), "utf8"))).toEqual([]);
});

const TABLE = "| a | b |\n| - | - |\n| 1 | 2 |\n";

test.each([
  ["a link definition between rows", `${TABLE}[one]: https://example.org\n| 3 | 4 |\n`, [4, 5]],
  ["a row torn in two", `${TABLE}| 3\n\n[one]: https://example.org\n| 4 | 5 |\n`, [4, 7]],
  ["a link definition as a cell", `${TABLE}| [one]: https://example.org | 4 |\n`, [4]],
  ["a row with too many cells", `${TABLE}| 3 | 4 | 5 |\n`, [4]],
  ["a row without a header", "text\n\n| 3 | 4 |\n", [3]],
  ["a pipe in code", `${TABLE}| \`a | b\` | 4 |\n`, [4]],
])("%s is a problem", (_name, page, lines) => {
  const found = tableProblems(page).map((problem) => Number(/^line (\d+)/u.exec(problem)?.[1]));
  expect(found).toEqual(lines);
});

test.each([
  ["a table", TABLE],
  ["an escaped pipe", `${TABLE}| \`a \\| b\` | 4 |\n`],
  ["a table in a list", "- list\n\n  | a | b |\n  | - | - |\n  | 1 | 2 |\n"],
  ["a pipe in a block of code", "```sh\n| cat\n```\n"],
])("%s is none", (_name, page) => {
  expect(tableProblems(page)).toEqual([]);
});
