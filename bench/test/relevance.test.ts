import { expect, test } from "vitest";

import { dot, fitLogistic } from "../relevance/fit-logistic.ts";
import type { Observation } from "../relevance/fit-logistic.ts";

const WEIGHTS = [3, -1.5, 0.5];
const POINTS = Array.from({ length: 400 }, (_, index) => [
  (index % 20) / 10 - 1,
  Math.floor(index / 20) / 10 - 1,
  1,
]);

function probability(features: readonly number[], offset = 0): number {
  return 1 / (1 + Math.exp(-(offset + dot(features, WEIGHTS))));
}

/** Each point is seen as relevant and as not, as often as known weights say. */
function observations(offset = 0): readonly Observation[] {
  return POINTS.flatMap((features) => {
    const p = probability(features, offset);
    return [
      { features, isRelevant: true, weight: p, offset },
      { features, isRelevant: false, weight: 1 - p, offset },
    ];
  });
}

test("weights that made the observations are found again", () => {
  const found = fitLogistic(observations());
  expect(found).toHaveLength(WEIGHTS.length);
  for (const [index, weight] of WEIGHTS.entries()) expect(found[index]).toBeCloseTo(weight, 1);
});

test("log-odds that are known already are left to the offset", () => {
  const found = fitLogistic(observations(2));
  for (const [index, weight] of WEIGHTS.entries()) expect(found[index]).toBeCloseTo(weight, 1);
});

test("observations that weigh nothing change nothing, and twice as many neither", () => {
  const given = observations();
  const once = fitLogistic(given);
  const noise = given.map((one) => ({ ...one, isRelevant: !one.isRelevant, weight: 0 }));
  expect(fitLogistic([...given, ...noise])).toEqual(once);
  for (const [index, weight] of fitLogistic([...given, ...given]).entries()) {
    expect(weight).toBeCloseTo(once[index] ?? Number.NaN, 2);
  }
});

test("what tells the classes apart altogether gets a large weight, not an infinite one", () => {
  const apart = [-1, 1].map((value) => {
    return { features: [value, 1], isRelevant: value > 0, weight: 10, offset: 0 };
  });
  const [weight = 0, constant = Number.NaN] = fitLogistic(apart);
  expect(weight).toBeGreaterThan(3);
  expect(Number.isFinite(weight)).toBe(true);
  expect(constant).toBeCloseTo(0, 6);
  expect(fitLogistic([])).toEqual([]);
});
