import { retrievability } from "@kioku/core/toolkit";
import { expect, test } from "vitest";

/** Days after a learning, and the share that Ebbinghaus need not learn again in 1885. */
const SAVINGS = [
  [19 / 1440, 0.582],
  [63 / 1440, 0.442],
  [525 / 1440, 0.358],
  [1, 0.337],
  [2, 0.278],
  [6, 0.254],
  [31, 0.211],
] as const;

/** Returns the root of the mean squared distance of a curve from the measurements. */
function miss(curve: (days: number) => number): number {
  const squares = SAVINGS.map(([days, saved]) => (curve(days) - saved) ** 2);
  return Math.sqrt(squares.reduce((sum, one) => sum + one, 0) / SAVINGS.length);
}

test("the page says by how much the curves miss what Ebbinghaus measured", () => {
  expect(miss((days) => retrievability(days, 0.000_419_276))).toBeCloseTo(0.027, 3);
  expect(miss((days) => Math.exp(-days / 0.041_783))).toBeCloseTo(0.256, 3);
});
