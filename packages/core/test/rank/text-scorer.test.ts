import { expect, test } from "vitest";

import { textScorer } from "../../src/index.js";

test("a score equals BM25 with positive idf over the most the query could score", () => {
  const score = textScorer({ documents: 10, totalTerms: 100, documentFrequencies: [2, 5] });
  const idf = [Math.log(1 + 8.5 / 2.5), Math.log(1 + 5.5 / 5.5)];
  const damping = 1.2 * (0.25 + (0.75 * 20) / 10);
  const first = (idf[0] ?? 0) * ((3 * 2.2) / (3 + damping));
  const most = 2.2 * ((idf[0] ?? 0) + (idf[1] ?? 0));
  expect(score([3, 0], 20)).toBeCloseTo(first / most, 12);
});

test("a word that every record has still counts for something", () => {
  const score = textScorer({ documents: 2, totalTerms: 8, documentFrequencies: [2] });
  expect(score([1], 4)).toBeGreaterThan(0);
});

test("words that no record has lower the share that can be reached", () => {
  const known = textScorer({ documents: 10, totalTerms: 50, documentFrequencies: [3] });
  const withUnknown = textScorer({ documents: 10, totalTerms: 50, documentFrequencies: [3, 0] });
  expect(withUnknown([1, 0], 5)).toBeLessThan(known([1], 5));
});

test("scores stay below 1 and grow with the frequency", () => {
  const score = textScorer({ documents: 1_000, totalTerms: 10_000, documentFrequencies: [1] });
  expect(score([2], 10)).toBeGreaterThan(score([1], 10));
  expect(score([1_000_000], 1)).toBeLessThan(1);
});

test("an empty store and an empty query score 0", () => {
  expect(textScorer({ documents: 0, totalTerms: 0, documentFrequencies: [0] })([0], 0)).toBe(0);
  expect(textScorer({ documents: 5, totalTerms: 5, documentFrequencies: [] })([], 3)).toBe(0);
});
