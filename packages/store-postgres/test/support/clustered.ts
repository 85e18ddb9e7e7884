/**
 * Vectors of length 1 around centres, as meanings are: among even noise no index and no search
 * finds anything. The same arguments give the same vectors.
 */
export function clusteredVectors(
  count: number,
  dimensions: number,
  seed = 1,
): readonly Float32Array[] {
  const normal = normalNumbers(seed);
  const centres = Array.from({ length: Math.max(8, Math.round(Math.sqrt(count))) }, () =>
    Float32Array.from({ length: dimensions }, normal),
  );
  return Array.from({ length: count }, (_, index) => {
    const centre = centres[index % centres.length] ?? new Float32Array(dimensions);
    return unit(centre.map((value) => value + 0.5 * normal()));
  });
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

/** Sums of uniform numbers of a linear congruential generator: close to normal. */
function normalNumbers(seed: number): () => number {
  let state = seed;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return () => uniform() + uniform() + uniform() + uniform() - 2;
}
