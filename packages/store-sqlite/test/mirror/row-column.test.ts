import { expect, test } from "vitest";

import { RowColumn } from "../../src/mirror/row-column.js";
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

test(`each row has its slot and each slot its row, also those that come late (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 20; round += 1) {
    const column = new RowColumn();
    const slots = new Map<number, number>();
    let largest = 0;
    while (slots.size < 1_000) {
      const row = nextRow(random, largest, (late) => !slots.has(late));
      largest = Math.max(largest, row);
      expect(column.append(row)).toBe(slots.size);
      slots.set(row, slots.size);
      if (slots.size % 10 > 0) continue;
      const asked = random.chance(0.5) ? random.pick([...slots.keys()]) : random.below(largest + 2);
      expect(column.slotOf(asked)).toBe(slots.get(asked) ?? -1);
    }
    // In order, then in any order.
    const rows = [...slots.keys()].toSorted((a, b) => a - b);
    const anyOrder = rows.map(() => random.pick(rows) + random.below(2));
    for (const asked of [rows, anyOrder]) {
      expect(asked.map((row) => column.slotOf(row))).toEqual(
        asked.map((row) => slots.get(row) ?? -1),
      );
    }
    expect([...slots.values()].map((slot) => column.at(slot))).toEqual([...slots.keys()]);
    expect(column.size).toBe(slots.size);
  }
});

test("an empty one knows no row", () => {
  const column = new RowColumn();
  expect([column.slotOf(0), column.slotOf(5), column.size]).toEqual([-1, -1, 0]);
});

test("rows that lie close together take little more than two bytes each", () => {
  const column = new RowColumn(100_000);
  for (let row = 0; row < 100_000; row += 1) column.append(row * 1_000);
  expect(column.bytes).toBeLessThan(100_000 * 2.3);
});
