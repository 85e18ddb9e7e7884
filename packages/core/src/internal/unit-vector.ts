function lengthOf(vector: Float32Array): number | undefined {
  let squares = 0;
  // By index: both loops run for every vector that is written, and an iterator and a callback take
  // ten times as long.
  for (let index = 0; index < vector.length; index += 1) {
    const value = vector[index] ?? 0;
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  return Number.isFinite(length) && length > 0 ? length : undefined;
}

/** The vector at Euclidean length 1, as a copy; `undefined` if it is zero, empty or not finite. */
export function toUnitVector(vector: Float32Array): Float32Array | undefined {
  const length = lengthOf(vector);
  if (length === undefined) return undefined;
  const unit = vector.slice();
  for (let index = 0; index < unit.length; index += 1) unit[index] = (unit[index] ?? 0) / length;
  return unit;
}

/** Cosine similarity of two unit vectors of one width, -1 to 1; rounding does not lead beyond. */
export function dotProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(Math.max(sum, -1), 1);
}
