import { pathToFileURL } from "node:url";

import { expect, test } from "vitest";

import { PackedRows, RowLengths } from "../../src/max-sim/packed-rows.js";
import { DIMENSIONS } from "../../src/static-table/asset-files.js";
import { loadStaticTable } from "../../src/static-table/static-table.js";
import type { StaticTable } from "../../src/static-table/static-table.js";
import { packageAssets } from "../support/asset-folder.js";

const table = await loadStaticTable(pathToFileURL(`${packageAssets}/`));
const extremes: StaticTable = {
  ...table,
  // Three rows: all -8, all 7, and both by turns.
  values: Uint8Array.from({ length: 3 * 128 }, (_, at) => [0x00, 0xff, 0x0f][at >> 7] ?? 0),
};

function plainDot(one: number, other: number, { values }: StaticTable): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS / 2; at += 1) {
    const first = values[one * 128 + at] ?? Number.NaN;
    const second = values[other * 128 + at] ?? Number.NaN;
    sum += ((first & 15) - 8) * ((second & 15) - 8) + ((first >> 4) - 8) * ((second >> 4) - 8);
  }
  return sum;
}

test.each([
  ["one row", [7], table],
  ["nine rows", [0, 1, 2, 3, 4, 5, 6, 7, 8], table],
  ["sixty rows", Array.from({ length: 60 }, (_, at) => at * 997), table],
  ["the largest sums there can be", [0, 0, 0, 1, 0, 1, 1, 2, 0, 2, 2, 1], extremes],
])("multiplies %s exactly as plain loops do", (_name, rows, of) => {
  const packed = new PackedRows(rows, of);
  const dots = new Float64Array(packed.width);
  for (const row of [0, 1, 2]) {
    packed.multiply(row, dots);
    const expected = rows.map((other) => plainDot(row, other, of));
    expect([...dots.subarray(0, rows.length)]).toEqual(expected);
  }
});

test("remembers the squared length of a row, and no row has none", () => {
  const lengths = new RowLengths();
  for (let row = 0; row < 60_344; row += 1) {
    expect(lengths.squared(row, table)).toBeGreaterThan(0);
  }
  expect(lengths.squared(5, table)).toBe(plainDot(5, 5, table));
});
