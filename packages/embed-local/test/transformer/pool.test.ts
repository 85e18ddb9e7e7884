import { describe, expect, test } from "vitest";

import { poolRow } from "../../src/transformer/worker/pool.js";
import type { PoolingSettings } from "../../src/transformer/worker/protocol.js";

const SETTINGS: PoolingSettings = { pooling: "mean", dimensions: 2, width: 2, layerNorm: false };
/**
 * Two rows of three tokens, of which the second row has two; padding has numbers that must not
 * count.
 */
const OUTPUTS = {
  values: Float32Array.of(3, 0, 0, 4, 0, 0, 1, 0, 0, 1, 99, 99),
  width: 3,
  lengths: [3, 2],
};

function pooled(row: number, settings: Partial<PoolingSettings> = {}): number[] {
  return Array.from(poolRow(OUTPUTS, row, { ...SETTINGS, ...settings }) ?? []);
}

describe("poolRow", () => {
  test("takes the mean over the tokens of a row and not over its padding", () => {
    expect(pooled(0)).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
    expect(pooled(1)).toEqual([expect.closeTo(Math.SQRT1_2), expect.closeTo(Math.SQRT1_2)]);
  });

  test("takes the first token, or the last that is no padding", () => {
    expect(pooled(1, { pooling: "cls" })).toEqual([1, 0]);
    expect(pooled(1, { pooling: "last" })).toEqual([0, 1]);
  });

  test("takes a row as it is where the model pools", () => {
    const outputs = { values: Float32Array.of(1, 0, 3, 4), width: 9, lengths: [] };
    const vector = poolRow(outputs, 1, { ...SETTINGS, pooling: "none" });
    expect(Array.from(vector ?? [])).toEqual([expect.closeTo(0.6), expect.closeTo(0.8)]);
  });

  test("brings the whole vector to mean 0 and variance 1 before it is cut", () => {
    const outputs = { values: Float32Array.of(1, 2, 3, 6), width: 1, lengths: [1] };
    const settings = { pooling: "none" as const, dimensions: 4, width: 2, layerNorm: true };
    const [first = 0, second = 0] = poolRow(outputs, 0, settings) ?? [];
    // Of mean 3 they are -2 and -1.
    expect(first / second).toBeCloseTo(2, 5);
    expect(first).toBeLessThan(0);
    expect(first ** 2 + second ** 2).toBeCloseTo(1, 6);
  });

  test.each([
    ["all zero", [0, 0]],
    ["not finite", [Number.NaN, 1]],
    ["infinite", [Number.POSITIVE_INFINITY, 1]],
  ])("answers nothing for what is %s", (_name, values) => {
    const outputs = { values: Float32Array.from(values), width: 1, lengths: [1] };
    expect(poolRow(outputs, 0, { ...SETTINGS, pooling: "none" })).toBeUndefined();
  });
});
