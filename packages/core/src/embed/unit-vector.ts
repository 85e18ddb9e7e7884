/** The vector at Euclidean length 1, as a copy; `undefined` if it is zero, empty or not finite. */
export function toUnitVector(vector: Float32Array): Float32Array | undefined {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}

/** Cosine similarity of two unit vectors of one width, -1 to 1; rounding does not lead beyond. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(Math.max(sum, -1), 1);
}
