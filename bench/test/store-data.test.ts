import { documentTerms } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { mean, percentile } from "../recall/metrics.ts";
import { BenchData } from "../store/data/bench-data.ts";
import { ExactNeighbours, NEAREST } from "../store/data/exact-neighbours.ts";
import { Numbers } from "../store/data/numbers.ts";
import { overlap } from "../store/data/overlap.ts";
import { Random } from "../store/data/random.ts";
import { range } from "../store/data/range.ts";
import { idOf, indexOf } from "../store/data/record-id.ts";
import { COMMON_WORDS } from "../store/data/texts.ts";
import { timeEach, toTimes } from "../store/measure/times.ts";

const COUNT = 2_000;

function dataOf(hard = false, seed = 1): BenchData {
  return new BenchData({ count: COUNT, dimensions: 64, seed, hard });
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, place) => sum + value * (b[place] ?? 0), 0);
}

function exactOf(data: BenchData, queries: number): readonly (readonly number[])[] {
  const truth = new ExactNeighbours(data.queries(0, queries).map(({ vector }) => vector));
  for (const index of range(0, COUNT)) truth.add(index, data.vectorOf(index));
  return truth.found();
}

test("the same seed makes the same data in any order, and another seed other data", () => {
  const [one, same, other] = [dataOf(), dataOf(), dataOf(false, 2)];
  const [vector, text] = [one.vectorOf(7), one.textOf(7)];
  same.vectorOf(1_999);
  expect(same.vectorOf(7)).toEqual(vector);
  expect(same.textOf(7)).toBe(text);
  expect(same.queries(3, 2)).toEqual(one.queries(3, 2));
  expect(other.vectorOf(7)).not.toEqual(vector);
  expect(other.textOf(7)).not.toBe(text);
});

test("vectors have length 1 and lie in clusters, which are weak in the hard set", () => {
  const near = (hard: boolean): number => {
    const data = dataOf(hard);
    const nearest = exactOf(data, 40);
    const scores = data
      .queries(0, 40)
      .map(({ vector }, query) => cosine(vector, data.vectorOf(nearest[query]?.[0] ?? 0)));
    return mean(scores);
  };
  const data = dataOf();
  const pairs = range(0, 500).map((place) =>
    cosine(data.vectorOf(place), data.vectorOf(COUNT - 1 - place)),
  );
  expect(cosine(data.vectorOf(5), data.vectorOf(5))).toBeCloseTo(1, 5);
  expect(Math.abs(mean(pairs))).toBeLessThan(0.15);
  expect(near(false)).toBeGreaterThan(0.8);
  expect(near(true)).toBeGreaterThan(0.3);
  expect(near(true)).toBeLessThan(0.7);
});

test("each common word is in 10 to 30 percent of the texts, every text is another, and some hold Chinese", () => {
  const data = dataOf();
  const texts = range(0, COUNT).map((index) => data.textOf(index));
  for (const word of COMMON_WORDS) {
    const share = texts.filter((text) => text.split(" ").includes(word)).length / COUNT;
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.33);
  }
  expect(new Set(texts).size).toBe(COUNT);
  const chinese = texts.filter((text) => /\p{Script=Han}/u.test(text)).length / COUNT;
  expect(chinese).toBeGreaterThan(0.1);
  expect(chinese).toBeLessThan(0.6);
});

test("queries differ from each other and from all records, and hold two common words", () => {
  const data = dataOf();
  const queries = data.queries(0, 400);
  expect(new Set(queries.map(({ text }) => text)).size).toBe(400);
  for (const { text } of queries) {
    const words = text.replace("?", "").split(" ");
    expect(COMMON_WORDS.filter((word) => words.includes(word))).toHaveLength(2);
  }
  const nearest = exactOf(data, 20);
  const cosines = data
    .queries(0, 20)
    .map(({ vector }, query) => cosine(vector, data.vectorOf(nearest[query]?.[0] ?? 0)));
  expect(Math.max(...cosines)).toBeLessThan(0.999);
});

test("exact neighbours are those of a full sort", () => {
  const data = dataOf();
  const found = exactOf(data, 5);
  for (const [query, { vector }] of data.queries(0, 5).entries()) {
    const sorted = range(0, COUNT)
      .map((index) => ({ index, score: cosine(vector, data.vectorOf(index)) }))
      .toSorted((a, b) => b.score - a.score);
    expect(found[query]).toEqual(sorted.slice(0, NEAREST).map(({ index }) => index));
  }
});

test("overlap is the share of the expected that was found, whatever the order", () => {
  expect(overlap([[1, 2, 3]], [[3, 1, 2]])).toBe(1);
  expect(overlap([[1, 9], []], [[1, 2], [5]])).toBe(0.25);
  expect(overlap([[1], [4]], [[1], []])).toBe(1);
  expect(overlap([[1, 1]], [[1, 2]])).toBe(0.5);
});

test("a put has the terms of its text and a vector of the space; its id says its number", () => {
  const data = dataOf();
  const { record, search } = data.putOf(["all"], 1_234);
  if (typeof search === "string") throw new Error("no search entry");
  expect(search.terms).toEqual(documentTerms(record.content));
  expect(search.vectors[0]?.values).toEqual(data.vectorOf(1_234));
  expect(record.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/u);
  for (const index of [0, 1, 1_234, 999_999]) expect(indexOf(idOf(index))).toBe(index);
  expect(idOf(999_999) > idOf(999_998)).toBe(true);
});

test("random numbers are even over their range, and normal ones have deviation 1", () => {
  const random = new Random(1, 2, 3);
  const shares = range(0, 20_000).map(() => random.share());
  expect(mean(shares)).toBeCloseTo(0.5, 1);
  expect(percentile(shares, 0.9)).toBeCloseTo(0.9, 1);
  const normal = range(0, 20_000).map(() => random.normal());
  expect(mean(normal)).toBeCloseTo(0, 1);
  expect(mean(normal.map((value) => value ** 2))).toBeCloseTo(1, 1);
});

test("numbers are handed out once, unless they are given back", () => {
  const numbers = new Numbers(100);
  expect(numbers.take(2)).toEqual([100, 101]);
  expect(numbers.take(1)).toEqual([102]);
  expect(numbers.taken).toBe(3);
  numbers.giveBack(2);
  expect(numbers.taken).toBe(1);
  expect(numbers.take(1)).toEqual([101]);
});

test("percentiles are of all times, and a spent budget ends the asking, but never before the least", async () => {
  expect(toTimes(range(1, 101))).toEqual({ p50Ms: 50, p95Ms: 95 });
  const { answers } = await timeEach([1, 2, 3, 4], (value) => value * 2, { ms: -1, least: 2 });
  expect(answers).toEqual([2, 4]);
  expect((await timeEach([1, 2], (value) => value)).times).toHaveLength(2);
});
