import { FSRS6_DEFAULT_DECAY, forgetting_curve } from "ts-fsrs";
import { expect, test } from "vitest";

import { initialStabilityDays, retrievability } from "../../src/toolkit/index.js";

test.each([
  [0, 1, 1],
  [1, 1, 0.9],
  [10, 10, 0.9],
  [30, 10, 0.8093881036],
  [100, 10, 0.6928266346],
  [365, 10, 0.5735586746],
  [3650, 10, 0.4036796106],
  [1, 2.3065, 0.9468474994],
  [7, 2.3065, 0.8083099402],
])("retrievability after %d days at stability %d is %d (FSRS-6)", (days, stability, expected) => {
  expect(retrievability(days, stability)).toBeCloseTo(expected, 9);
});

test.each([
  [0.9, 10],
  [0.8, 33.1595978623],
  [0.7, 92.8791118242],
  [0.5, 903.5451283837],
])("at stability 10, retrievability is %d after %d days", (expected, days) => {
  expect(retrievability(days, 10)).toBeCloseTo(expected, 9);
});

test("retrievability agrees with ts-fsrs from a minute to ten years", () => {
  for (const stability of [0.001, 0.1, 1, 2.3065, 10, 42, 365, 36_500]) {
    for (const days of [0, 1 / 1440, 1 / 24, 0.5, 1, 3, 7, 30, 100, 365, 3_650]) {
      const theirs = forgetting_curve(FSRS6_DEFAULT_DECAY, days, stability);
      expect(Math.abs(retrievability(days, stability) - theirs)).toBeLessThan(1e-8);
    }
  }
});

test("time that runs backwards counts as none", () => {
  expect(retrievability(-5, 1)).toBe(1);
});

test.each([
  [1, 0, 2.3091388439],
  [5, 0, 7],
  [10, 0, 28],
  [5, 1, 10.5],
  [10, 1, 42],
])(
  "initial stability at importance %d of 10 and arousal %d is %d days",
  (anchor, arousal, days) => {
    expect(initialStabilityDays((anchor - 1) / 9, arousal)).toBeCloseTo(days, 9);
  },
);
