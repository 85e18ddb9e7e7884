import { MemoryError } from "../../errors/memory-error.js";
import type { VectorSpace } from "../vector-space.js";

/**
 * Refuses a vector that is not as wide as its space.
 * @throws `vector-space-mismatch`
 */
export function requireWidth(space: VectorSpace, width: number): void {
  if (width === space.dimensions) return;
  throw new MemoryError(
    "vector-space-mismatch",
    `a vector of width ${width} does not fit space ${JSON.stringify(space.id)}, whose vectors have width ${space.dimensions}`,
  );
}
