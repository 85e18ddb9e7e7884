import * as fc from "fast-check";
import { expect, test } from "vitest";

import { maximalMarginalRelevance } from "../../src/ranking/maximal-marginal-relevance.js";

const ALIKE = [
  [1, 0.98, 0.3, 0.1],
  [0.98, 1, 0.32, 0.12],
  [0.3, 0.32, 1, 0.2],
  [0.1, 0.12, 0.2, 1],
];
const REFERENCE = {
  relevance: [0.95, 0.94, 0.8, 0.6],
  similarity: (a: number, b: number) => ALIKE[a]?.[b] ?? 0,
};

test.each([
  [1, [0, 1, 2, 3], [0.95, 0.94, 0.8, 0.6]],
  [0.7, [0, 2, 1, 3], [0.665, 0.47, 0.364, 0.36]],
  [0.5, [0, 2, 3, 1], [0.475, 0.25, 0.2, -0.02]],
  [0, [0, 3, 2, 1], undefined],
])("with lambda %d the reference is chosen in its order", (lambda, order, scores) => {
  const chosen = maximalMarginalRelevance(REFERENCE, lambda);
  expect(chosen.map(({ index }) => index)).toEqual(order);
  for (const [place, score] of scores?.entries() ?? []) {
    expect(chosen[place]?.score).toBeCloseTo(score, 10);
  }
});

test("no more than asked for are chosen, and they are the first of all", () => {
  const all = maximalMarginalRelevance(REFERENCE, 0.5);
  expect(maximalMarginalRelevance(REFERENCE, 0.5, 2)).toEqual(all.slice(0, 2));
  expect(maximalMarginalRelevance(REFERENCE, 0.5, 0)).toEqual([]);
  expect(maximalMarginalRelevance(REFERENCE, 0.5, 99)).toEqual(all);
  expect(maximalMarginalRelevance({ relevance: [], similarity: () => 0 }, 0.5)).toEqual([]);
});

function share(): fc.Arbitrary<number> {
  return fc.double({ min: 0, max: 1, noNaN: true });
}

test("everything is chosen once, the most relevant first, with scores that never rise", () => {
  const items = fc.array(fc.tuple(share(), share()), { minLength: 1, maxLength: 15 });
  fc.assert(
    fc.property(items, share(), (places, lambda) => {
      const relevance = places.map(([value]) => value);
      const similarity = (a: number, b: number) =>
        1 - Math.abs((places[a]?.[1] ?? 0) - (places[b]?.[1] ?? 0));
      const chosen = maximalMarginalRelevance({ relevance, similarity }, lambda);
      expect(chosen.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual([
        ...relevance.keys(),
      ]);
      const gain = lambda * (Math.max(...relevance) - (relevance[chosen[0]?.index ?? -1] ?? -9));
      expect(gain).toBeCloseTo(0, 12);
      for (const [place, { score }] of chosen.entries()) {
        expect(score).toBeLessThanOrEqual((chosen[place - 1]?.score ?? 1) + 1e-12);
        expect(score).toBeGreaterThanOrEqual(lambda - 1 - 1e-12);
      }
    }),
  );
});

test("at lambda 1 the order is that of relevance, equal ones as they were", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0.1, 0.5, 0.9), { maxLength: 12 }), (relevance) => {
      const chosen = maximalMarginalRelevance({ relevance, similarity: () => 1 }, 1);
      const expected = [...relevance.keys()].toSorted(
        (a, b) => (relevance[b] ?? 0) - (relevance[a] ?? 0),
      );
      expect(chosen.map(({ index }) => index)).toEqual(expected);
    }),
  );
});
