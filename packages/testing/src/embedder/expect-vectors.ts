import assert from "node:assert/strict";

/**
 * 1 minus the cosine of two vectors: 0 for the same direction; `NaN` for vectors of different
 * widths.
 */
export function distanceOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.NaN;
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const one = a[index] ?? 0;
    const other = b[index] ?? 0;
    product += one * other;
    squaresOfA += one * one;
    squaresOfB += other * other;
  }
  return 1 - product / Math.sqrt(squaresOfA * squaresOfB);
}

/** Returns true if two vectors are the same within a tolerance; 0 demands the same bits. */
export function areSame(a: Float32Array, b: Float32Array, tolerance: number): boolean {
  if (tolerance > 0) return distanceOf(a, b) <= tolerance;
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}

/** Fails unless each vector is the same as the one expected in its place. */
export function expectSame(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  { tolerance, what }: { readonly tolerance: number; readonly what: string },
): void {
  assert.equal(actual.length, expected.length, `${what}: ${actual.length} vectors`);
  for (const [index, vector] of actual.entries()) {
    const other = expected[index] ?? new Float32Array();
    assert.ok(
      areSame(vector, other, tolerance),
      `${what}: vector ${index} is not the one expected: 1 - cosine is ${distanceOf(vector, other)}, allowed is ${tolerance}`,
    );
  }
}
