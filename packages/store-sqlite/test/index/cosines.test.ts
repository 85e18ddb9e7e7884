import { expect, test } from "vitest";

import { cosine, createCosines } from "../../src/index/cosines.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

test(`the kernel's cosines have the bits of those one by one (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const cosines = createCosines();
  const vectorOf = (width: number): Float32Array =>
    Float32Array.from({ length: width }, () => (random.below(2e6) - 1e6) / 1e6 / Math.sqrt(width));
  for (const width of [1, 2, 3, 4, 5, 7, 16, 63, 256, 384, 1_536, 16_384]) {
    const query = vectorOf(width);
    const count = width > 1_000 ? 7 : 9_000 / width + 5;
    const vectors = Array.from({ length: count }, () => vectorOf(width));
    const expected = vectors.map((vector) => cosine(query, vector));
    expect(Array.from(cosines(query, vectors))).toEqual(expected);
  }
});

test("a missing vector has no cosine, also beside many others", () => {
  const one = Float32Array.of(1, 0);
  const many = [one, undefined, one, Float32Array.of(0, 1), one, undefined];
  const cosines = createCosines();
  expect(Array.from(cosines(one, many))).toEqual([1, Number.NaN, 1, 0, 1, Number.NaN]);
  expect(Array.from(cosines(one, many.slice(0, 2)))).toEqual([1, Number.NaN]);
  expect(Array.from(cosines(one, []))).toEqual([]);
});
