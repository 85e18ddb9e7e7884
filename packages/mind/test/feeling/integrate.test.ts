import * as fc from "fast-check";
import { expect, test } from "vitest";

import {
  approach,
  approachShare,
  intensityOf,
  moved,
  rested,
  USUAL_RATES,
} from "../../src/feeling/integrate.js";

const share = (min: number): fc.Arbitrary<number> => fc.double({ min, max: 1, noNaN: true });
const emotions = fc.record({ valence: share(-1), arousal: share(0) });
const rates = fc.double({ min: 0, max: 10, noNaN: true });
const times = fc.double({ min: 0, max: 100, noNaN: true });

test.each([
  [1.35, 0.1, 0.1262840883],
  [1.35, 1, 0.7407597394],
  [1.35, 2, 0.9327944873],
  [0.02, 10, 1 - 0.8187307531],
  [0.02, 60, 1 - 0.3011942119],
])("at a rate of %d, after %d seconds, the share is %d", (rate, time, expected) => {
  expect(approachShare(rate, time)).toBeCloseTo(expected, 9);
});

test("two steps go as far as one of their length", () => {
  fc.assert(
    fc.property(emotions, emotions, rates, times, times, (...[from, to, rate, first, second]) => {
      const once = approach(from, to, { rate, time: first + second });
      const half = approach(from, to, { rate, time: first });
      const twice = approach(half, to, { rate, time: second });
      expect(twice.valence).toBeCloseTo(once.valence, 9);
      expect(twice.arousal).toBeCloseTo(once.arousal, 9);
    }),
  );
});

function isBetween(value: number, [a, b]: readonly [number, number]): boolean {
  return value >= Math.min(a, b) - 1e-12 && value <= Math.max(a, b) + 1e-12;
}

test("a mood stays between where it was and what moves it", () => {
  fc.assert(
    fc.property(emotions, emotions, times, (mood, emotion, hours) => {
      const after = moved(mood, emotion, USUAL_RATES);
      expect(isBetween(after.valence, [mood.valence, emotion.valence])).toBe(true);
      expect(isBetween(after.arousal, [mood.arousal, emotion.arousal])).toBe(true);
      const later = rested(after, hours, USUAL_RATES);
      expect(isBetween(later.valence, [after.valence, 0])).toBe(true);
      expect(isBetween(later.arousal, [after.arousal, 0])).toBe(true);
    }),
  );
});

test("a turn moves mood as far as AIRI nudges it: by 28 % if faint, by 73 % if intense", () => {
  const from = { valence: 0, arousal: 0 };
  const faint = moved(from, { valence: 1e-9, arousal: 0 }, USUAL_RATES);
  expect(faint.valence / 1e-9).toBeCloseTo(0.28, 2);
  expect(moved(from, { valence: 1, arousal: 1 }, USUAL_RATES).valence).toBeCloseTo(0.73, 2);
});

test("time that runs backwards counts as none", () => {
  expect(approachShare(1, -5)).toBe(0);
});

test("intensity is 1 for the strongest feeling and 0 for none", () => {
  expect(intensityOf({ valence: -1, arousal: 1 })).toBeCloseTo(1, 12);
  expect(intensityOf({ valence: 0, arousal: 0 })).toBe(0);
});
