import type { SpaceRow } from "../read/find-space.js";

/** What to search for in the vectors of one space. */
export interface VectorQuery {
  readonly space: SpaceRow;
  readonly values: Float32Array;
  readonly limit: number;
}
