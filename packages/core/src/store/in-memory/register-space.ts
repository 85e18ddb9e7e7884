import { MemoryError } from "../../errors/memory-error.js";
import type { VectorSpace } from "../vector-space.js";
import type { Tables } from "./tables.js";

/**
 * Notes that vectors are written in this space. It stays known when its last vector is gone.
 * @throws `vector-space-mismatch` if its vectors have another width.
 */
export function registerSpace(tables: Tables, space: VectorSpace, values: Float32Array): void {
  const known = tables.spaces.get(space.id);
  checkWidth(known ?? space, space.dimensions);
  checkWidth(space, values.length);
  if (known) return;
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state: "ready" });
}

/**
 * Refuses a vector that is not as wide as its space.
 * @throws `vector-space-mismatch`
 */
export function checkWidth(space: VectorSpace, width: number): void {
  if (width === space.dimensions) return;
  throw new MemoryError(
    "vector-space-mismatch",
    `a vector of width ${width} does not fit space ${JSON.stringify(space.id)}, whose vectors have width ${space.dimensions}`,
  );
}
