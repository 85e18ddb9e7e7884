import { expect, test } from "vitest";

import { javascriptKernel } from "../../src/vector/javascript-kernel.js";
import { ResidentMatrix } from "../../src/vector/resident-matrix.js";
import { BLOCK_BYTES, VectorArena } from "../../src/vector/vector-arena.js";
import { seededRandom } from "../support/random.js";

/** A vector that tells its number when it is multiplied with the first unit vector. */
function numbered(n: number): Float32Array {
  return Float32Array.of(n, 0, 0);
}

function contents(matrix: ResidentMatrix): Map<number, number> {
  const scores = matrix.scores(Float32Array.of(1, 0, 0));
  return new Map(matrix.records.map((record, index) => [record, scores[index] ?? -1]));
}

test("after random sets, replacements and deletions it holds what a map holds", () => {
  const random = seededRandom(11);
  const matrix = new ResidentMatrix(new VectorArena(javascriptKernel(), 2 ** 22), 3);
  const expected = new Map<number, number>();
  for (let step = 0; step < 20_000; step += 1) {
    const record = random.below(9_000);
    if (random.chance(0.4)) {
      matrix.delete(record);
      expected.delete(record);
    } else {
      matrix.set(record, numbered(step));
      expected.set(record, step);
    }
  }
  expect(matrix.records).toHaveLength(expected.size);
  expect(contents(matrix)).toEqual(expected);
});

test("two matrices of one arena do not touch each other, and what one releases the other gets", () => {
  const arena = new VectorArena(javascriptKernel(), 2 * BLOCK_BYTES);
  const [first, second] = [new ResidentMatrix(arena, 3), new ResidentMatrix(arena, 3)];
  first.set(1, numbered(1));
  second.set(1, numbered(2));
  expect(contents(first)).toEqual(new Map([[1, 1]]));
  expect(contents(second)).toEqual(new Map([[1, 2]]));
  const third = new ResidentMatrix(arena, 3);
  expect(third.set(1, numbered(3))).toBe(false);
  expect(third.records).toEqual([]);
  first.release();
  expect(third.set(1, numbered(3))).toBe(true);
  expect(contents(second)).toEqual(new Map([[1, 2]]));
});
