import type { Random } from "./random.js";

/** Distribution of vectors around the centres of their clusters. */
export interface Clusters {
  readonly count: number;
  readonly dimensions: number;
  /** Distance of vectors from their centre, whose length is 1. */
  readonly spread: number;
  readonly clusterSize: number;
}

/** Makes vectors of length 1 in clusters; questions are made the same way. */
export function clusteredVectors(random: Random, clusters: Clusters): () => Float32Array {
  const { count, dimensions, spread, clusterSize } = clusters;
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const centres = Array.from({ length: Math.ceil(count / clusterSize) }, () =>
    ofLengthOne(Float32Array.from({ length: dimensions }, normal)),
  );
  const noise = spread / Math.sqrt(dimensions);
  return () => ofLengthOne(random.pick(centres).map((value) => value + noise * normal()));
}

/** The same direction, with length 1. */
export function ofLengthOne(values: Float32Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return values.map((value) => value / length);
}
