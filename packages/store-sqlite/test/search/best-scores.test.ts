import { expect, test } from "vitest";

import { bestScores } from "../../src/search/sql-text.js";
import { seededRandom, testSeed } from "../support/random.js";

const seed = testSeed();

test(`it gives what sorting gives, with all that equal the last (seed ${seed})`, () => {
  const random = seededRandom(seed);
  for (let round = 0; round < 2_000; round += 1) {
    // Few different scores, so that many are equal.
    const scores = Array.from({ length: random.below(60) }, () => random.below(12) / 10 - 0.3);
    const below = random.chance(0.5) ? Number.POSITIVE_INFINITY : random.below(12) / 10 - 0.3;
    const count = 1 + random.below(20);
    const sorted = scores.filter((score) => score < below).toSorted((a, b) => b - a);
    const last = sorted[count - 1] ?? Number.NEGATIVE_INFINITY;
    const expected = sorted.filter((score) => score >= last);
    const found = bestScores(scores, count, below);
    expect(found.map((index) => scores[index])).toEqual(expected);
    expect(new Set(found).size).toBe(found.length);
  }
});
