import { expect, test } from "vitest";

import { RowColumn } from "../../src/index/row-column.js";
import { seededRandom, testSeed } from "../support/random.js";
import type { Random } from "../support/random.js";

const seed = testSeed();

/**
 * The next row: mostly a little larger, at times much larger, at times one that was passed over.
 */
function nextRow(random: Random, largest: number, isNew: (row: number) => boolean): number {
  if (largest > 10 && random.chance(0.03)) {
    const late = random.below(largest);
    if (isNew(late)) return late;
  }
  return largest + 1 + random.below(random.chance(0.01) ? 2 ** 33 : 5);
}

test(`each row has its ordinal and each ordinal its row, also those that come late (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 20; round += 1) {
    const column = new RowColumn();
    const ordinals = new Map<number, number>();
    let largest = 0;
    while (ordinals.size < 1_000) {
      const row = nextRow(random, largest, (late) => !ordinals.has(late));
      largest = Math.max(largest, row);
      expect(column.append(row)).toBe(ordinals.size);
      ordinals.set(row, ordinals.size);
      if (ordinals.size % 10 > 0) continue;
      const asked = random.chance(0.5)
        ? random.pick([...ordinals.keys()])
        : random.below(largest + 2);
      expect(column.ordinalOf(asked)).toBe(ordinals.get(asked) ?? -1);
    }
    // In order, then in any order.
    const rows = [...ordinals.keys()].toSorted((a, b) => a - b);
    const anyOrder = rows.map(() => random.pick(rows) + random.below(2));
    for (const asked of [rows, anyOrder]) {
      expect(asked.map((row) => column.ordinalOf(row))).toEqual(
        asked.map((row) => ordinals.get(row) ?? -1),
      );
    }
    expect([...ordinals.values()].map((ordinal) => column.at(ordinal))).toEqual([
      ...ordinals.keys(),
    ]);
    expect(column.size).toBe(ordinals.size);
  }
});

test("an empty one knows no row", () => {
  const column = new RowColumn();
  expect([column.ordinalOf(0), column.ordinalOf(5), column.size]).toEqual([-1, -1, 0]);
});

test("rows that lie close together take little more than two bytes each", () => {
  const column = new RowColumn(100_000);
  for (let row = 0; row < 100_000; row += 1) column.append(row * 1_000);
  expect(column.bytes).toBeLessThan(100_000 * 2.3);
});
