import { expect, test } from "vitest";

import {
  PLAYGROUND_MOST,
  playgroundAversion,
  playgroundDecay,
  playgroundJoy,
  playgroundRetrieval,
} from "../../../src/scorings/curves/playground.js";
import { publishedPlaygroundScore } from "../../../src/scorings/curves/published-playground-score.js";

const FRESH = {
  score: 100,
  ageDays: 0,
  sinceDays: 0,
  uses: 0,
  joy: 0,
  aversion: 0,
  flashback: false,
};

test.each([
  [{ ageDays: 7 }, 50.0073595696],
  [{ ageDays: 30, sinceDays: 1, uses: 4 }, 9.8700137021],
  [{ ageDays: 30, sinceDays: 1, uses: 5 }, 88.4004338605],
  [{ ageDays: 30, sinceDays: 30, uses: 10 }, 94.3258817751],
  [{ ageDays: 7, sinceDays: 0, uses: 1, joy: 0.5 }, 109.3910990584],
  [{ ageDays: 7, sinceDays: 1, uses: 1, joy: 0.5 }, 63.8558147569],
  [{ ageDays: 7, sinceDays: 1, uses: 1, aversion: 0.5 }, 135.4259468108],
  [{ ageDays: 30, sinceDays: 30, uses: 10, joy: 0.2, aversion: 0.7 }, 284.4868594336],
  [
    { ageDays: 30, sinceDays: 30, uses: 10, joy: 0.2, aversion: 0.7, flashback: true },
    568.9737188671,
  ],
])("the published playground gives a memory of %j the score %d", (memory, expected) => {
  expect(publishedPlaygroundScore({ ...FRESH, ...memory })).toBeCloseTo(expected, 8);
});

test("our pieces equal the published ones where those are bounded and continuous", () => {
  for (const uses of [0, 5, 10, 40]) {
    const published = publishedPlaygroundScore({ ...FRESH, ageDays: 30, sinceDays: 1e6, uses });
    expect(100 * playgroundDecay(30, uses)).toBeCloseTo(published, 9);
  }
  const firstUse = publishedPlaygroundScore({ ...FRESH, sinceDays: 3, uses: 1 });
  expect(100 * playgroundDecay(0, 1) * playgroundRetrieval(3, 1)).toBeCloseTo(firstUse, 9);
  const joyful = publishedPlaygroundScore({ ...FRESH, sinceDays: 1, joy: 0.7 });
  expect(100 * playgroundJoy(0.7, 1)).toBeCloseTo(joyful, 9);
  const averse = publishedPlaygroundScore({ ...FRESH, aversion: 0.7 });
  expect(100 * playgroundAversion(0.7, 0, 0)).toBeCloseTo(averse, 9);
});

test("no use changes a piece at a stroke", () => {
  for (let uses = 0; uses < 100; uses += 1) {
    const gain = playgroundDecay(7, uses + 1) / playgroundDecay(7, uses);
    expect(gain).toBeGreaterThan(1);
    expect(gain).toBeLessThan(1.17);
    expect(playgroundRetrieval(1, uses + 1) / playgroundRetrieval(1, uses)).toBeLessThan(1.25);
    expect(playgroundAversion(1, 1, uses + 1) / playgroundAversion(1, 1, uses)).toBeLessThan(1.03);
  }
});

test("after 40 uses a year takes less than a quarter of a percent", () => {
  expect(playgroundDecay(365, 40)).toBeGreaterThan(0.9975);
});

test("no piece passes its bound, however often a memory was used", () => {
  for (const uses of [0, 1, 5, 100, 1e6]) {
    expect(playgroundDecay(0, uses)).toBe(1);
    expect(playgroundRetrieval(0, uses)).toBeLessThanOrEqual(PLAYGROUND_MOST.retrieval);
    expect(playgroundJoy(1, 0)).toBe(PLAYGROUND_MOST.joy);
    expect(playgroundAversion(1, 0, uses)).toBeLessThanOrEqual(PLAYGROUND_MOST.aversion);
  }
});
