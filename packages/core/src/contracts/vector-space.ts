/** A vector space. Vectors of two spaces are never compared, so models change without downtime. */
export interface VectorSpace {
  /** The embedder's `id`, such as `openai/text-embedding-3-small@512`. */
  readonly id: string;
  /** Length of every vector of this space. */
  readonly dimensions: number;
}

/**
 * Role of a space. `ready`: used by recall. `building`: being filled, takes over when complete.
 * `retired`: replaced, kept until dropped. `separate`: of an owner with an embedder of its own;
 * never used by recall.
 */
export type SpaceState = "ready" | "building" | "retired" | "separate";

/** A space that the store knows. */
export interface StoredSpace extends VectorSpace {
  /** `ready`, unless a `SpaceOp` said otherwise. */
  readonly state: SpaceState;
}

/** A vector together with the space it lives in. */
export interface SpaceVector {
  /** Where it lives. */
  readonly space: VectorSpace;
  /** `dimensions` finite numbers of Euclidean length 1. */
  readonly values: Float32Array;
}
