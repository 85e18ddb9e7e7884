/**
 * The space that vectors live in. Vectors of two spaces never meet: a store keeps them apart, so
 * that a model can be changed without downtime.
 */
export interface VectorSpace {
  /**
   * The embedder's `id`: model, revision and width, such as `openai/text-embedding-3-small@512`.
   */
  readonly id: string;
  /** Length of every vector of this space. */
  readonly dimensions: number;
}

/**
 * Role of a space. `ready`: recall asks it. `building`: it is being filled and takes over when it
 * is complete. `retired`: another took over; its vectors are kept until it is dropped. `separate`:
 * its owner brings an embedder of its own, such as a vector store of another library; recall never
 * asks it, and it takes part in no change of the model.
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
