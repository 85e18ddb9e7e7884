import * as fc from "fast-check";
import { expect, test } from "vitest";

import { fuse, keywordScore } from "../../src/ranking/fuse.js";

function share(): fc.Arbitrary<number> {
  return fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1));
}

function evidence() {
  return fc.record({
    meaning: fc.option(share(), { nil: undefined }),
    textScore: fc.option(fc.double({ min: 0, max: 20, noNaN: true }), { nil: undefined }),
    comparable: fc.option(share(), { nil: undefined }),
  });
}

test("relevance is the sum of its parts, and none of them leaves 0 to 1", () => {
  fc.assert(
    fc.property(evidence(), share(), (given, weight) => {
      const { relevance, words, meaning } = fuse(given, weight);
      expect(relevance).toBe(words + meaning);
      expect(Math.min(words, meaning)).toBeGreaterThanOrEqual(0);
      expect(relevance).toBeLessThanOrEqual(1 + 1e-12);
    }),
  );
});

test("more evidence of either kind never makes less relevance", () => {
  const more = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(evidence(), share(), more, (given, weight, added) => {
      const { meaning, textScore } = given;
      const nearer =
        meaning === undefined ? given : { ...given, meaning: Math.min(meaning + added, 1) };
      const richer = textScore === undefined ? given : { ...given, textScore: textScore + added };
      const before = fuse(given, weight).relevance - 1e-12;
      expect(fuse(nearer, weight).relevance).toBeGreaterThanOrEqual(before);
      expect(fuse(richer, weight).relevance).toBeGreaterThanOrEqual(before);
    }),
  );
});

test("a leg that was not asked leaves the whole relevance to the other", () => {
  expect(fuse({ meaning: 0.4 }, 0.3)).toEqual({ relevance: 0.4, words: 0, meaning: 0.4 });
  expect(fuse({ textScore: 0.5 }, 0.3).relevance).toBe(keywordScore(0.5));
  expect(fuse({}, 0.3).relevance).toBe(0);
});

test("with both legs the weight divides relevance between them", () => {
  const given = { meaning: 0.4, textScore: 1 };
  expect(fuse(given, 0).relevance).toBe(keywordScore(1));
  expect(fuse(given, 1).relevance).toBe(0.4);
  expect(fuse(given, 0.25).relevance).toBeCloseTo(0.75 * keywordScore(1) + 0.25 * 0.4, 12);
});

test("where words could not be compared meaning stands in for them", () => {
  const foreign = fuse({ meaning: 0.6, textScore: 0, comparable: 0 }, 0.5).relevance;
  expect(foreign).toBeCloseTo(0.5 * 0.6 + 0.5 * 0.6, 12);
  expect(fuse({ meaning: 0.6, textScore: 0, comparable: 1 }, 0.5).relevance).toBe(0.3);
  fc.assert(
    fc.property(share(), share(), share(), (meaning, textScore, comparable) => {
      const own = fuse({ meaning, textScore }, 0.5).relevance;
      expect(fuse({ meaning, textScore, comparable }, 0.5).relevance).toBeGreaterThanOrEqual(own);
    }),
  );
});

test("a keyword score keeps the order and has an end", () => {
  expect(keywordScore(0)).toBe(0);
  expect(keywordScore(1)).toBeCloseTo(0.7616, 4);
  expect(keywordScore(2)).toBeCloseTo(0.964, 4);
  expect(keywordScore(1_000)).toBe(1);
});
