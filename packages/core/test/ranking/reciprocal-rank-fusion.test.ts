import * as fc from "fast-check";
import { expect, test } from "vitest";

import { reciprocalRankFusion } from "../../src/ranking/fuse.js";

/** A ranking that has "x" at this rank, counted from 1. */
function rankingWithX(rank: number): readonly string[] {
  return [...Array.from({ length: rank - 1 }, (_, place) => `other ${place}`), "x"];
}

test.each([
  [[1], 0.0163934426],
  [[1, 1], 0.0327868852],
  [[1, 5], 0.031778058],
  [[3, 7], 0.030798389],
  [[10], 0.0142857143],
])("ranks %j give %d", (ranks, expected) => {
  const fused = reciprocalRankFusion(ranks.map((rank) => rankingWithX(rank)));
  expect(fused.get("x")).toBeCloseTo(expected, 9);
});

test("what no ranking has is not there", () => {
  expect(reciprocalRankFusion([]).size).toBe(0);
  expect(reciprocalRankFusion([[], ["a"]]).get("b")).toBeUndefined();
});

function ranking(): fc.Arbitrary<readonly number[]> {
  return fc.uniqueArray(fc.nat(20), { maxLength: 20 });
}

test("values are above 0, bounded, and do not depend on the order of the rankings", () => {
  fc.assert(
    fc.property(fc.array(ranking(), { maxLength: 5 }), (rankings) => {
      const fused = reciprocalRankFusion(rankings);
      const reversed = reciprocalRankFusion(rankings.toReversed());
      for (const [item, value] of fused) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThanOrEqual(rankings.length / 61 + 1e-12);
        expect(reversed.get(item)).toBeCloseTo(value, 12);
      }
    }),
  );
});

test("a better rank in one ranking gives more", () => {
  fc.assert(
    fc.property(ranking(), ranking(), (one, other) => {
      const fused = reciprocalRankFusion([one, other]);
      const [first = -1, second = -1] = one;
      if (one.length < 2) return;
      const swapped = reciprocalRankFusion([[second, first, ...one.slice(2)], other]);
      expect(swapped.get(second) ?? 0).toBeGreaterThan(fused.get(second) ?? 0);
      expect(swapped.get(first) ?? 0).toBeLessThan(fused.get(first) ?? 0);
    }),
  );
});
