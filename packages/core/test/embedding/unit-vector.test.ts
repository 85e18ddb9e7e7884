import { seededRandom } from "@kioku/testing/support";
import { expect, test } from "vitest";

import { toUnitVector } from "../../src/internal/unit-vector.js";

test("a vector gets length 1 bit for bit as 64-bit arithmetic says, and stays as it was itself", () => {
  const random = seededRandom(21);
  for (let round = 0; round < 500; round += 1) {
    const size = 10 ** Math.floor(random() * 60 - 30);
    const given = Float32Array.from({ length: 1 + (round % 400) }, () => (random() - 0.5) * size);
    const before = Float32Array.from(given);
    const length = Math.sqrt([...given].reduce((sum, value) => sum + value * value, 0));
    const expected = Float32Array.from(given, (value) => value / length);
    expect(toUnitVector(given)).toEqual(length === 0 ? undefined : expected);
    expect(given).toEqual(before);
  }
});

test("what has no direction has no unit vector", () => {
  for (const values of [[], [0, 0], [1, Number.NaN], [Number.POSITIVE_INFINITY, 1]]) {
    expect(toUnitVector(Float32Array.from(values))).toBeUndefined();
  }
});

test("a view of a larger buffer is taken for what it shows", () => {
  const all = Float32Array.from([9, 3, 4, 9]);
  expect(toUnitVector(all.subarray(1, 3))).toEqual(Float32Array.from([0.6, 0.8]));
  expect(all).toEqual(Float32Array.from([9, 3, 4, 9]));
});
