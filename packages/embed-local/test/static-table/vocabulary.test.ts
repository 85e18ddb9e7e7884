import { expect, test } from "vitest";

import { Vocabulary } from "../../src/static-table/vocabulary.js";

test("every entry has its line number as row, and nothing else has one", () => {
  const entries = Array.from({ length: 50_000 }, (_, index) => `w${index.toString(36)}`);
  const vocabulary = new Vocabulary(entries.join("\n"), entries.length);
  entries.forEach((entry, row) => expect(vocabulary.rowOf(entry)).toBe(row));
  for (const missing of ["", "w", "wzzzz", "w0\n", "0"]) {
    expect(vocabulary.rowOf(missing)).toBeUndefined();
  }
});

test("an entry that starts another one is told apart", () => {
  const vocabulary = new Vocabulary("中\n中国\n国", 3);
  expect(["中", "中国", "国", "国中"].map((token) => vocabulary.rowOf(token))).toEqual([
    0,
    1,
    2,
    undefined,
  ]);
});
