import { expect, test } from "vitest";

import { digitalLifeScoring } from "../../src/scorings/index.js";
import { scoringInput } from "../support/scoring-input.js";

/** The places of what is returned. */
function kept(similarities: readonly number[]): readonly number[] {
  const inputs = similarities.map((similarity, index) =>
    scoringInput({ id: `id-${index}`, meaning: similarity, relevance: 0.1 }),
  );
  const results = digitalLifeScoring().scoreAll?.(inputs) ?? [];
  return results.flatMap(({ score }, index) => (score > 0 ? [index] : []));
}

test("one to three clear matches come alone", () => {
  expect(kept([0.65, 0.71, 0.69])).toEqual([1]);
  expect(kept([0.9, 0.65, 0.8, 0.71])).toEqual([0, 2, 3]);
});

test("of more than three clear matches the three best come", () => {
  expect(kept([0.71, 0.9, 0.8, 0.75, 0.65])).toEqual([1, 2, 3]);
});

test("without a clear match, the three best above the lower threshold come", () => {
  expect(kept([0.61, 0.7, 0.65, 0.62, 0.3])).toEqual([1, 2, 3]);
  expect(kept([0.61, 0.1])).toEqual([0]);
});

test("what only reaches a threshold has not passed it", () => {
  expect(kept([0.6, 0.59])).toEqual([]);
});

test("among equals the first id comes", () => {
  expect(kept([0.65, 0.65, 0.65, 0.65])).toEqual([0, 1, 2]);
});

test("without a vector the relevance is compared", () => {
  const results = digitalLifeScoring().scoreAll?.([scoringInput({ relevance: 0.8 })]);
  expect(results?.[0]?.score).toBe(0.8);
});

test("one candidate by itself is scored as if it were the only one", () => {
  const scoring = digitalLifeScoring();
  for (const similarity of [0.5, 0.65, 0.8]) {
    const input = scoringInput({ meaning: similarity });
    expect(scoring.score(input)).toEqual(scoring.scoreAll?.([input])[0]);
  }
});
