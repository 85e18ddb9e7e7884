import { MemoryError } from "@kioku/core";
import type { VectorSpace } from "@kioku/core";

/** @throws `vector-space-mismatch` if a vector is not as wide as its space. */
export function requireWidth(space: VectorSpace, width: number): void {
  if (width === space.dimensions) return;
  throw new MemoryError(
    "vector-space-mismatch",
    `a vector of width ${width} does not fit space ${JSON.stringify(space.id)}, whose vectors have width ${space.dimensions}`,
  );
}
