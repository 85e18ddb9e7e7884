import { expect, test } from "vitest";

import {
  PLAYGROUND_MOST,
  playgroundAversion,
  playgroundDecay,
  playgroundJoy,
  playgroundRetrieval,
} from "../../src/scorings/airi-playground-scoring.js";

const FRESH = {
  score: 100,
  ageDays: 0,
  sinceDays: 0,
  uses: 0,
  joy: 0,
  aversion: 0,
};

/** The score of AIRI's memory playground as published, to compare our pieces with. */
function publishedPlaygroundScore({
  score,
  ageDays,
  sinceDays,
  uses,
  joy,
  aversion,
}: typeof FRESH): number {
  const longTerm = uses >= 5 ? 1 - 0.3 ** (uses / 5) : 0;
  const decay = Math.exp(-0.099 * ageDays * (1 - longTerm));
  const retrieval = 1 + uses * 0.25 * Math.exp(-0.099 * 0.8 * sinceDays);
  const joyful = 1 + joy * 1.5 * Math.exp(-3 * sinceDays);
  const averse = 1 + aversion * 2 * 1.2 ** Math.ceil(uses / 5);
  return score * decay * retrieval * joyful * averse;
}

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
