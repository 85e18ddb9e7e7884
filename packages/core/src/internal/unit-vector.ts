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
  return clamp(sum);
}

/** Returns `dotProduct` of a vector with each of others, to the bit. */
export function dotProducts(vector: Float32Array, others: readonly Float32Array[]): number[] {
  const products: number[] = [];
  // An addition waits for the one before it, so that four sums at once take as long as one.
  for (let start = 0; start < others.length; start += 4) {
    const [a = vector, b = vector, c = vector, d = vector] = others.slice(start, start + 4);
    let [ofA, ofB, ofC, ofD] = [0, 0, 0, 0];
    for (let index = 0; index < vector.length; index += 1) {
      const value = vector[index] ?? 0;
      ofA += value * (a[index] ?? 0);
      ofB += value * (b[index] ?? 0);
      ofC += value * (c[index] ?? 0);
      ofD += value * (d[index] ?? 0);
    }
    products.push(clamp(ofA), clamp(ofB), clamp(ofC), clamp(ofD));
  }
  return products.slice(0, others.length);
}

function clamp(cosine: number): number {
  return Math.min(Math.max(cosine, -1), 1);
}
