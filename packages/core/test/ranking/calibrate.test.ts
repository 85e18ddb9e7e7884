import * as fc from "fast-check";
import { expect, test } from "vitest";

import { calibrate } from "../../src/ranking/fuse.js";
import type { SimilarityAnchors } from "../../src/ranking/fuse.js";

function cosine(): fc.Arbitrary<number> {
  return fc.double({ min: -1, max: 1, noNaN: true });
}

function anchors(): fc.Arbitrary<SimilarityAnchors> {
  return fc
    .tuple(cosine(), cosine())
    .filter(([a, b]) => Math.abs(a - b) >= 0.02)
    .map(([a, b]) => ({ unrelated: Math.min(a, b), related: Math.max(a, b) }));
}

test("the two anchors of every model are put at 0.15 and 0.6", () => {
  fc.assert(
    fc.property(anchors(), (given) => {
      expect(calibrate(given.unrelated, given)).toBeCloseTo(0.15, 10);
      expect(calibrate(given.related, given)).toBeCloseTo(0.6, 10);
    }),
  );
});

test("the order of cosines stays, and what comes out is 0 to 1", () => {
  fc.assert(
    fc.property(anchors(), cosine(), cosine(), (given, a, b) => {
      const [low, high] = [calibrate(Math.min(a, b), given), calibrate(Math.max(a, b), given)];
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test("what lies between and beyond the anchors is on the line through both", () => {
  const given = { unrelated: 0.2, related: 0.6 };
  expect(calibrate(0.4, given)).toBeCloseTo(0.375, 12);
  expect(calibrate(0.8, given)).toBeCloseTo(0.825, 12);
  expect(calibrate(1, given)).toBe(1);
  expect(calibrate(-1, given)).toBe(0);
});
