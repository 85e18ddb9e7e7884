import { fsrsScoring } from "@kioku/core";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { extremeInput } from "../support/scoring-input-arbitrary.js";
import { scoringInput } from "../support/scoring-input.js";

test.each([
  [0.8, 1, 5, 0.8702222222],
  [0.8, 0.5, 5, 0.7911111111],
  [0.8, 0.9, 10, 0.9504],
  [0.6, 1, 10, 0.726],
  [0.8, 0.3, 1, 0.6912],
])("relevance %d, retrievability %d, importance %d of 10 score %d", (...row) => {
  const [relevance, retained, anchor, expected] = row;
  const stabilityDays = 0.01;
  const factor = 0.9 ** (-1 / 0.1542) - 1;
  const ageDays = (stabilityDays / factor) * (retained ** (-1 / 0.1542) - 1);
  const input = scoringInput({ relevance, importance: (anchor - 1) / 9, ageDays, stabilityDays });
  // An age is a whole number of milliseconds.
  expect(fsrsScoring().score(input).score).toBeCloseTo(expected, 6);
});

test("what is 1.5 times as relevant is never outranked by default, whatever moods say", () => {
  const scoring = fsrsScoring();
  fc.assert(
    fc.property(extremeInput(), extremeInput(), (better, worse) => {
      const relevance = Math.max(worse.relevance, 0.001) / 1.5;
      const high = scoring.score({ ...better, relevance: relevance * 1.5 }).score;
      expect(high).toBeGreaterThan(scoring.score({ ...worse, relevance }).score);
    }),
    { numRuns: 2_000 },
  );
});

test("with the mood at its widest, what is 1.83 times as relevant is never outranked", () => {
  fc.assert(
    fc.property(extremeInput(), extremeInput(), fc.constantFrom(-1, 1), (better, worse, sign) => {
      const scoring = fsrsScoring({ moodCongruence: sign });
      const relevance = Math.max(worse.relevance, 0.001) / 1.83;
      const high = scoring.score({ ...better, relevance: relevance * 1.83 }).score;
      expect(high).toBeGreaterThan(scoring.score({ ...worse, relevance }).score);
    }),
    { numRuns: 2_000 },
  );
});

const GLAD = { valence: 1, arousal: 1 };
const DULL = { valence: -1, arousal: 0 };

test("a memory that felt like the mood gains a tenth, one that felt the opposite loses a tenth", () => {
  const scoring = fsrsScoring({ moodCongruence: 1 });
  const alike = scoring.score(scoringInput({ emotion: GLAD, mood: GLAD }));
  const opposite = scoring.score(scoringInput({ emotion: DULL, mood: GLAD }));
  expect(alike.factors["mood"]).toBeCloseTo(1.1, 12);
  expect(opposite.factors["mood"]).toBeCloseTo(0.9, 12);
});

test("a negative congruence prefers what felt different", () => {
  const scoring = fsrsScoring({ moodCongruence: -0.5 });
  expect(scoring.score(scoringInput({ emotion: DULL, mood: DULL })).factors["mood"]).toBeCloseTo(
    0.95,
    12,
  );
  expect(scoring.score(scoringInput({ emotion: GLAD, mood: DULL })).factors["mood"]).toBeCloseTo(
    1.05,
    12,
  );
});

test("mood changes nothing where the query or the record has none, or by default", () => {
  const scoring = fsrsScoring({ moodCongruence: 1 });
  expect(scoring.score(scoringInput({ mood: GLAD })).factors["mood"]).toBe(1);
  expect(scoring.score(scoringInput({ emotion: GLAD })).factors["mood"]).toBe(1);
  const byDefault = fsrsScoring().score(scoringInput({ emotion: GLAD, mood: GLAD }));
  expect(Object.keys(byDefault.factors)).toEqual(["recency", "importance"]);
});

test("a longer stability keeps more of the score", () => {
  const strong = scoringInput({ ageDays: 100, stabilityDays: 50 });
  const weak = scoringInput({ ageDays: 100, stabilityDays: 5 });
  const scoring = fsrsScoring();
  expect(scoring.score(strong).score).toBeGreaterThan(scoring.score(weak).score);
});
