import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  activationToProbability,
  baseLevelActivation,
} from "../../src/scorings/recall-probability-scorings.js";

test.each([
  [[1], 0],
  [[10], -1.1512925465],
  [[100], -Math.LN10],
  [[1, 10, 100], 0.347996834],
  [[3_600, 86_400], -3.90859211],
])("with uses %j ago, activation is %d", (recent, expected) => {
  const history = { recent, uses: recent.length, lifetime: recent.at(-1) ?? 0 };
  expect(baseLevelActivation(history, 0.5)).toBeCloseTo(expected, 9);
});

test.each([
  [1, 100, -1.6094379124],
  [5, 100, 0],
  [10, 86_400, -2.6876392038],
])("of %d unknown uses in a lifetime of %d, activation is %d", (uses, lifetime, expected) => {
  expect(baseLevelActivation({ recent: [], uses, lifetime }, 0.5)).toBeCloseTo(expected, 9);
});

test.each([
  [0, 0, 0.5],
  [-1.1512925465, -1, 0.4065535407],
  [-0.5, -0.7, 0.6224593312],
])("activation %d at threshold %d is recalled with probability %d", (...row) => {
  const [activation, threshold, expected] = row;
  expect(activationToProbability(activation, { threshold, noise: 0.4 })).toBeCloseTo(expected, 9);
});

test("the approximation is close to many evenly spread uses", () => {
  const all = Array.from({ length: 1_000 }, (_, index) => 10 + (index * 90) / 999);
  const exact = baseLevelActivation({ recent: all, uses: 1_000, lifetime: 100 }, 0.5);
  const approximate = baseLevelActivation({ recent: [10], uses: 1_000, lifetime: 100 }, 0.5);
  expect(approximate).toBeCloseTo(exact, 2);
});

test("what is less than a unit ago counts as one unit", () => {
  const now = baseLevelActivation({ recent: [0], uses: 1, lifetime: 0 }, 0.5);
  expect(now).toBe(0);
});

test("activation falls with time and rises with uses, smoothly where first and latest use meet", () => {
  const time = fc.double({ min: 1, max: 1e6, noNaN: true });
  const gap = fc.oneof(fc.double({ min: 0, max: 1e5, noNaN: true }), fc.constant(1e-12));
  fc.assert(
    fc.property(time, gap, fc.integer({ min: 1, max: 1e6 }), (since, span, uses) => {
      const history = { recent: [since], uses, lifetime: since + span };
      const activation = baseLevelActivation(history, 0.5);
      const later = { recent: [since * 1.01], uses, lifetime: (since + span) * 1.01 };
      expect(baseLevelActivation(later, 0.5)).toBeLessThan(activation);
      const more = baseLevelActivation({ ...history, uses: uses + 1 }, 0.5);
      expect(more).toBeGreaterThan(activation);
    }),
  );
});
