import { expect, test } from "vitest";

import { NumberColumn, TermCounts } from "../../src/index/columns.js";
import { InstantColumn } from "../../src/index/instant-column.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

test(`a column of numbers holds any whole number exactly (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (const greatest of [2 ** 8, 2 ** 16, 2 ** 32, 2 ** 53]) {
    const column = new NumberColumn();
    const expected: number[] = Array.from({ length: 200 }, () => 0);
    for (let round = 0; round < 5_000; round += 1) {
      const ordinal = random.below(200);
      const value = random.chance(0.2) ? greatest - 1 : random.below(greatest);
      column.set(ordinal, value);
      expected[ordinal] = value;
      if (round % 25 > 0) continue;
      expect(expected.map((_, at) => column.at(at))).toEqual(expected);
    }
    expect(column.at(100_000)).toBe(0);
  }
});

test("a column takes as many bytes as its greatest number needs, and none for zeros", () => {
  const column = new NumberColumn(1_000);
  const { bytes } = column;
  column.set(999, 0);
  expect(column.bytes).toBe(bytes);
  const sizes = [255, 256, 65_536, 2 ** 32].map((value) => {
    column.set(0, value);
    return column.bytes;
  });
  expect(sizes.map((size) => size - (sizes[0] ?? 0))).toEqual([0, 1_000, 3_000, 7_000]);
});

test(`a column of instants holds any number exactly, or none (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const column = new InstantColumn();
  const instants = [null, 0, -0, 1, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY];
  const far = [2 ** 47, -(2 ** 47), 2 ** 47 - 1, 1 - 2 ** 47, 8.64e15, -8.64e15, 2 ** 32];
  const expected: (number | null)[] = Array.from({ length: 100 }, () => null);
  for (let round = 0; round < 20_000; round += 1) {
    const ordinal = random.below(100);
    const instant = random.chance(0.5)
      ? random.pick([...instants, ...far])
      : Math.floor((random.next() - 0.5) * 2 ** 42);
    column.set(ordinal, instant);
    // There is only one zero.
    expected[ordinal] = instant === 0 ? 0 : instant;
    if (round % 25 > 0) continue;
    expect(expected.map((_, at) => column.at(at))).toEqual(expected);
    expect(column.count).toBe(expected.filter((value) => value !== null).length);
  }
});

test(`numbers of terms are exact however large, and the greatest is remembered (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const counts = new TermCounts();
  const expected: number[] = Array.from({ length: 50 }, () => 0);
  let most = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const ordinal = random.below(50);
    const count = random.pick([0, 1, 65_534, 65_535, 65_536, 1_000_000]);
    counts.set(ordinal, count);
    expected[ordinal] = count;
    most = Math.max(most, count);
    if (round % 25 > 0) continue;
    expect(expected.map((_, at) => counts.at(at))).toEqual(expected);
    expect(counts.most).toBe(most);
  }
  for (let ordinal = 0; ordinal < 50; ordinal += 1) counts.set(ordinal, 1);
  expect(counts.bytes - counts.column.byteLength).toBeLessThan(1_000);
});
