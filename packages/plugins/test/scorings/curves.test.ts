import { congruence } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

import { parkRecency } from "../../src/scorings/generative-agents-scoring.js";
import {
  halfLifeDecay,
  linearWindow,
  memoryBankRetention,
} from "../../src/scorings/product-scorings.js";
import {
  houConsolidationGain,
  houRecallProbability,
} from "../../src/scorings/recall-probability-scorings.js";

test.each([
  [1, 1, 0.5],
  [7, 7, 0.5],
  [14, 7, 0.25],
  [3, 10, 0.8122523964],
  [0, 7, 1],
  [1, 7, 0.9057236643],
  [30, 7, 0.0512709598],
  [90, 7, 0.0001347766],
])("after %d days with a half-life of %d, %d is left", (days, halfLife, expected) => {
  expect(halfLifeDecay(days, halfLife)).toBeCloseTo(expected, 9);
});

test.each([
  [0, 1],
  [1, 0.995],
  [24, 0.8866535105],
  [138.2826, 0.4999999323],
  [168, 0.4308018556],
  [720, 0.0270780968],
])("Park's recency after %d hours is %d", (hours, expected) => {
  expect(parkRecency(hours)).toBeCloseTo(expected, 9);
});

test.each([
  [0, 1],
  [1, 0.9666666667],
  [15, 0.5],
  [30, 0],
  [60, 0],
])("after %d days of a window of 30, %d is left", (days, expected) => {
  expect(linearWindow(days, 30)).toBeCloseTo(expected, 9);
});

test.each([
  [1, 0, 0.3678794412],
  [1, 1, 0.6065306597],
  [5, 2, 0.1888756028],
  [30, 4, 0.0024787522],
])("MemoryBank retains, %d days after %d uses, %d", (days, uses, expected) => {
  expect(memoryBankRetention(days, uses)).toBeCloseTo(expected, 9);
});

test.each([
  [0, 1, 1, 1],
  [1, 1, 1, 0.4869314376],
  [0, 0.5, 1, 0.6224593312],
  [2, 0.9, 3, 0.5853711943],
  [5, 0.9, 3, 0.2473026594],
  [10, 1, 2, 0.0106234449],
])("Hou's recall after %d at relevance %d and consolidation %d is %d", (...row) => {
  const [elapsed, relevance, consolidation, expected] = row;
  expect(houRecallProbability(relevance, elapsed, consolidation)).toBeCloseTo(expected, 9);
});

test.each([
  [0.5, 0.2449186624],
  [1, 0.4621171573],
  [2, 0.761594156],
  [5, 0.9866142982],
  [10, 0.9999092043],
])("a recall %d after the one before consolidates by %d", (elapsed, expected) => {
  expect(houConsolidationGain(elapsed)).toBeCloseTo(expected, 9);
});

test("recalls after 1, 2, 5 and 10 consolidate from 1 to 4.21", () => {
  const steps: number[] = [];
  let consolidation = 1;
  for (const elapsed of [1, 2, 5, 10]) {
    consolidation += houConsolidationGain(elapsed);
    steps.push(consolidation);
  }
  const expected = [1.4621171573, 2.2237113132, 3.2103256114, 4.2102348156];
  steps.forEach((step, index) => expect(step).toBeCloseTo(expected[index] ?? NaN, 9));
});

test.each([
  [[0, 0], [0, 0], 1],
  [[1, 1], [-1, -1], 0],
  [[0.72, 0.45], [0.4, 0.4], 0.8854901751],
  [[-0.65, -0.35], [0.72, 0.45], 0.4390967107],
] as const)("feelings %j and %j are congruent by %d", (a, b, expected) => {
  const match = congruence({ valence: a[0], arousal: a[1] }, { valence: b[0], arousal: b[1] });
  expect(match).toBeCloseTo(expected, 9);
});

test("time that runs backwards counts as none for every curve", () => {
  expect(halfLifeDecay(-1, 7)).toBe(1);
  expect(parkRecency(-1)).toBe(1);
  expect(linearWindow(-1, 30)).toBe(1);
  expect(memoryBankRetention(-1, 0)).toBe(1);
  expect(houRecallProbability(1, -1, 1)).toBe(1);
  expect(houConsolidationGain(-1)).toBe(0);
});
