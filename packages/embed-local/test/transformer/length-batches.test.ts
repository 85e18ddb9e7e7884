import { expect, test } from "vitest";

import { lengthBatches, runLimits } from "../../src/transformer/worker/length-batches.js";

/** A row of numbers that look random and are the same in every run. */
function lengthsOf(count: number): number[] {
  return Array.from({ length: count }, (_, at) => 3 + ((at * 7919) % 251));
}

test("every row is in one batch, and padding is bounded", () => {
  const lengths = lengthsOf(500);
  const limits = { maxRows: 16, maxTokens: 1000 };
  const batches = lengthBatches(lengths, limits);
  expect(batches.flat().toSorted((a, b) => a - b)).toEqual([...lengths.keys()]);
  for (const batch of batches) {
    const longest = Math.max(...batch.map((row) => lengths[row] ?? 0));
    expect(batch.length).toBeLessThanOrEqual(16);
    expect(batch.length * longest).toBeLessThanOrEqual(1000);
  }
});

test("rows of like length go together, so that little padding is computed", () => {
  const lengths = lengthsOf(500);
  const padded = lengthBatches(lengths, runLimits("fp32"))
    .map((batch) => batch.length * Math.max(...batch.map((row) => lengths[row] ?? 0)))
    .reduce((a, b) => a + b, 0);
  const needed = lengths.reduce((a, b) => a + b, 0);
  expect(padded / needed).toBeLessThan(1.1);
});

test("a row that alone has too many tokens goes alone", () => {
  expect(lengthBatches([5, 50, 5], { maxRows: 8, maxTokens: 20 })).toEqual([[1], [0, 2]]);
});

test("no rows make no batches", () => {
  expect(lengthBatches([], runLimits("fp32"))).toEqual([]);
});

test("with 8-bit weights every row goes alone", () => {
  expect(lengthBatches([5, 50, 5], runLimits("q8"))).toEqual([[1], [0], [2]]);
});
