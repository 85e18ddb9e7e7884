import { expect, test } from "vitest";

import { mean, percentile, scoreQuery, standardError } from "../recall/metrics.ts";

test("recall is the share of the relevant ids among the first k", () => {
  const ranking = ["a", "x", "y", "z", "b", "c"];
  expect(scoreQuery(ranking, ["a", "b", "c", "d"]).recall).toEqual([0.25, 0.5, 0.75, 0.75, 0.75]);
});

test("nDCG is 1 for a perfect ranking and discounts later places", () => {
  expect(scoreQuery(["a", "b", "x"], ["a", "b"]).ndcg10).toBeCloseTo(1, 12);
  const second = 1 / Math.log2(3);
  expect(scoreQuery(["x", "a"], ["a"]).ndcg10).toBeCloseTo(second, 12);
});

test("the reciprocal rank looks at the first relevant id only", () => {
  expect(scoreQuery(["x", "y", "a", "b"], ["b", "a"]).reciprocalRank).toBeCloseTo(1 / 3, 12);
  expect(scoreQuery(["x"], ["a"]).reciprocalRank).toBe(0);
});

test("nothing relevant scores nothing", () => {
  expect(scoreQuery(["a"], [])).toEqual({ recall: [0, 0, 0, 0, 0], ndcg10: 0, reciprocalRank: 0 });
});

test("percentiles are by nearest rank and nothing has the mean 0", () => {
  expect(percentile([3, 1, 2, 4], 0.5)).toBe(2);
  expect(percentile([3, 1, 2, 4], 0.95)).toBe(4);
  expect([percentile([], 0.5), mean([])]).toEqual([0, 0]);
});

test("the standard error is the sample's deviation over the root of its size", () => {
  expect(standardError([1, 3])).toBeCloseTo(1, 12);
  expect(standardError([0, 1, 2, 3, 4])).toBeCloseTo(Math.sqrt(2.5 / 5), 12);
  expect([standardError([7]), standardError([])]).toEqual([0, 0]);
});
