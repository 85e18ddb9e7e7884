/**
 * The space that vectors live in. Vectors of two spaces never meet: a store keeps them apart, so that a model can be
 * changed without downtime.
 */
export interface VectorSpace {
  /** The embedder's `id`: model, revision and width, such as `openai/text-embedding-3-small@512`. */
  readonly id: string;
  /** Length of every vector of this space. */
  readonly dimensions: number;
}

/** A vector together with the space it lives in. */
export interface SpaceVector {
  /** Where it lives. */
  readonly space: VectorSpace;
  /** `dimensions` finite numbers of Euclidean length 1. */
  readonly values: Float32Array;
}
