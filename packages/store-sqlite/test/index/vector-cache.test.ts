import { expect, test } from "vitest";

import { VectorCache } from "../../src/index/similarities.js";

const vector = (value: number): Float32Array => new Float32Array(100).fill(value);
/** Of a vector of 100 numbers. */
const BYTES = 650;

test("it never takes more than it may, and keeps what is asked for", () => {
  const cache = new VectorCache(20 * BYTES);
  for (let record = 0; record < 200; record += 1) {
    cache.set(1, record, vector(record));
    expect(cache.get(1, 0)?.[0]).toBe(0);
    expect(cache.bytes).toBeLessThanOrEqual(20 * BYTES);
  }
  expect(cache.get(1, 199)?.[0]).toBe(199);
  expect(cache.get(1, 150)).toBeUndefined();
});

test("spaces are apart, and a record is forgotten in all of them", () => {
  const cache = new VectorCache(20 * BYTES);
  cache.set(1, 7, vector(1));
  cache.set(2, 7, vector(2));
  cache.set(2, 8, vector(3));
  expect([cache.get(1, 7)?.[0], cache.get(2, 7)?.[0]]).toEqual([1, 2]);
  cache.delete(7);
  expect([cache.get(1, 7), cache.get(2, 7), cache.get(2, 8)?.[0]]).toEqual([
    undefined,
    undefined,
    3,
  ]);
  expect(cache.bytes).toBe(BYTES);
  cache.clear();
  expect([cache.get(2, 8), cache.bytes]).toEqual([undefined, 0]);
});

test("a cache without room keeps nothing", () => {
  const cache = new VectorCache(BYTES);
  cache.set(1, 1, vector(1));
  expect([cache.get(1, 1), cache.bytes]).toEqual([undefined, 0]);
});

test("it knows the rows of the last search's hits until something changes", () => {
  const cache = new VectorCache(20 * BYTES);
  cache.change = 5;
  const hits = [
    { scope: ["a"], id: "1" },
    { scope: ["a", "b"], id: "1" },
  ];
  cache.noteHits(hits, [7, 8]);
  expect(hits.map((hit) => cache.rowOf({ ...hit }))).toEqual([7, 8]);
  expect(cache.rowOf({ scope: ["c"], id: "1" })).toBeUndefined();
  cache.change = 6;
  expect(cache.rowOf({ scope: ["a"], id: "1" })).toBeUndefined();
});
