import { expect, test } from "vitest";

import { airiPlaygroundScoring } from "../../src/scorings/index.js";
import { scoringInput } from "../support/scoring-input.js";

const inputs = Array.from({ length: 2_000 }, (_, index) => scoringInput({ id: `id-${index}` }));

function flashbacks(seed: number, flashbackProbability = 0.05): readonly number[] {
  const scoring = airiPlaygroundScoring({ seed, flashbackProbability });
  return inputs.flatMap((input, index) =>
    scoring.score(input).factors["flashback"] === 2 ? [index] : [],
  );
}

test("a seed draws about one memory in twenty, always the same", () => {
  const drawn = flashbacks(1);
  expect(drawn.length).toBeGreaterThan(60);
  expect(drawn.length).toBeLessThan(140);
  expect(flashbacks(1)).toEqual(drawn);
});

test("another seed draws others", () => {
  expect(flashbacks(2)).not.toEqual(flashbacks(1));
});

test("a probability of 0 draws none and one of 1 draws all", () => {
  expect(flashbacks(1, 0)).toEqual([]);
  expect(flashbacks(1, 1)).toHaveLength(inputs.length);
});

test("without a seed nothing flashes back", () => {
  const { factors } = airiPlaygroundScoring().score(scoringInput());
  expect(factors).not.toHaveProperty("flashback");
});

test("a record in another scope is drawn by itself", () => {
  const scoring = airiPlaygroundScoring({ seed: 1, flashbackProbability: 0.5 });
  const drawn = Array.from({ length: 50 }, (_, index) => {
    const input = scoringInput();
    const record = { ...input.record, scope: [`tenant-${index}`] };
    return scoring.score({ ...input, record }).factors["flashback"];
  });
  expect(new Set(drawn)).toEqual(new Set([1, 2]));
});

test("pleasant and unpleasant memories are raised while they are fresh, neutral ones are not", () => {
  const scoring = airiPlaygroundScoring();
  expect(
    scoring.score(scoringInput({ emotion: { valence: 1, arousal: 0.5 } })).factors,
  ).toMatchObject({
    joy: 2.5,
    aversion: 1,
  });
  expect(
    scoring.score(scoringInput({ emotion: { valence: -1, arousal: 0.5 } })).factors,
  ).toMatchObject({
    joy: 1,
    aversion: 3,
  });
  expect(scoring.score(scoringInput()).factors).toMatchObject({ joy: 1, aversion: 1 });
});

test("the fifth use is worth no more than the fourth", () => {
  const scoring = airiPlaygroundScoring();
  const after = (uses: number) =>
    scoring.score(scoringInput({ ageDays: 30, sinceDays: 1, uses })).score;
  expect(after(5) / after(4)).toBeLessThan(after(4) / after(3));
});
