import { expect, it } from "vitest";

import { definitions, table } from "../../src/output/layout.js";
import { displayWidth } from "../../src/output/width.js";

const ROWS = [
  ["1", "花生过敏的孩子不能吃这个", "note"],
  ["12345", "Ana is allergic to peanuts and to all that was near them", "fact"],
] as const;

it("shows a table as wide as it has to be, with numbers at the right", () => {
  expect(
    table(
      [
        ["a", "1"],
        ["花生", "12345"],
      ],
      { columns: 80, head: ["name", "n"], numbers: [1] },
    ),
  ).toEqual(["name      n", "a         1", "花生  12345"]);
});

it("cuts the widest columns of a table until it fits, at every width", () => {
  for (let columns = 20; columns <= 200; columns++) {
    const lines = table(ROWS, { columns, numbers: [0] });
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines[1]).toMatch(/^12345 {2}Ana/u);
  }
  expect(table([], { columns: 80 })).toEqual([]);
});

it("shows definitions beside their terms, or below them where there is no room", () => {
  const rows = [
    ["-n, --limit <number>", "Most memories"],
    ["--json", "Print JSON for programs, one object or one line each"],
  ] as const;
  expect(definitions(rows, { columns: 50 })).toEqual([
    "  -n, --limit <number>  Most memories",
    "  --json                Print JSON for programs,",
    "                        one object or one line",
    "                        each",
  ]);
  expect(definitions(rows, { columns: 30 })).toEqual([
    "  -n, --limit <number>",
    "    Most memories",
    "  --json",
    "    Print JSON for programs,",
    "    one object or one line",
    "    each",
  ]);
});

it("gives a term that is longer than the others a line of its own", () => {
  const long = "--on-conflict <fail|skip|replace|newer>";
  expect(
    definitions(
      [
        ["--json", "Print JSON"],
        [long, "What to do"],
      ],
      { columns: 60 },
    ),
  ).toEqual([
    "  --json                     Print JSON",
    `  ${long}`,
    "                             What to do",
  ]);
});
