import { expect, test } from "vitest";

import { javascriptKernel } from "../../src/vector/javascript-kernel.js";
import { ResidentVectors } from "../../src/vector/resident-vectors.js";
import type { StoredVector } from "../../src/vector/resident-vectors.js";
import { BLOCK_BYTES } from "../../src/vector/vector-arena.js";

const vector: StoredVector = { record: 1, values: Float32Array.of(1, 0) };

function wanted(scope: number, changes: number, atMost = 1) {
  return { space: 1, scope, dimensions: 2, changes, atMost };
}

/** A loader that counts how often it was used. */
function countingLoader(): { readonly load: () => StoredVector[]; readonly times: () => number } {
  let times = 0;
  return {
    load: () => {
      times += 1;
      return [vector];
    },
    times: () => times,
  };
}

test("vectors are loaded at the second question without a change in between", () => {
  const resident = new ResidentVectors(javascriptKernel(), 2 ** 22);
  const { load, times } = countingLoader();
  for (const changes of [3, 4, 5]) expect(resident.find(wanted(1, changes), load)).toBeUndefined();
  expect(times()).toBe(0);
  expect(resident.find(wanted(1, 5), load)?.records).toEqual([1]);
  expect(resident.find(wanted(1, 5), load)?.records).toEqual([1]);
  expect(times()).toBe(1);
});

test("a matrix follows writes of this process and is dropped for writes of others", () => {
  const resident = new ResidentVectors(javascriptKernel(), 2 ** 22);
  const { load, times } = countingLoader();
  resident.find(wanted(1, 5), load);
  resident.find(wanted(1, 5), load);
  const added = { space: 1, scope: 1, record: 2, values: Float32Array.of(0, 1) };
  resident.follow(new Map([[1, 6]]), [added]);
  expect(resident.find(wanted(1, 6), load)?.records).toEqual([1, 2]);
  resident.follow(new Map([[1, 7]]), [{ space: 1, scope: 1, record: 1 }]);
  expect(resident.find(wanted(1, 7), load)?.records).toEqual([2]);
  // 8 was someone else's, so 9 does not follow from what is here.
  resident.follow(new Map([[1, 9]]), [added]);
  expect(resident.find(wanted(1, 9), load)).toBeUndefined();
  expect(times()).toBe(1);
});

test("when memory is full, the matrix that was used longest ago leaves", () => {
  const resident = new ResidentVectors(javascriptKernel(), 2 * BLOCK_BYTES);
  const { load, times } = countingLoader();
  for (const scope of [1, 2, 1, 2, 1, 3, 3]) resident.find(wanted(scope, 5), load);
  expect(times()).toBe(3);
  expect(resident.find(wanted(1, 5), load)?.records).toEqual([1]);
  expect(times()).toBe(3);
  expect(resident.find(wanted(2, 5), load)?.records).toEqual([1]);
  expect(times()).toBe(4);
});

test("scopes that can never fit and vectors that are too wide are left to the file", () => {
  const resident = new ResidentVectors(javascriptKernel(), BLOCK_BYTES);
  const { load, times } = countingLoader();
  for (let time = 0; time < 3; time += 1) {
    expect(resident.find(wanted(1, 5, BLOCK_BYTES), load)).toBeUndefined();
    expect(resident.find({ ...wanted(2, 5), dimensions: 20_000 }, load)).toBeUndefined();
  }
  expect(times()).toBe(0);
});

test("without memory nothing is ever resident", () => {
  const resident = new ResidentVectors(javascriptKernel(), 0);
  const { load } = countingLoader();
  for (let time = 0; time < 3; time += 1) {
    expect(resident.find(wanted(1, 5), load)).toBeUndefined();
  }
});
