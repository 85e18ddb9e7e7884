import { requireWidth } from "../contracts/store-helpers/require-width.js";
import type { VectorSpace } from "../contracts/vector-space.js";
import type { Tables } from "./tables.js";

/**
 * Notes that vectors are written in this space. It stays known when its last vector is gone.
 * @throws `vector-space-mismatch` if its vectors have another width.
 */
export function registerSpace(tables: Tables, space: VectorSpace, values: Float32Array): void {
  const known = tables.spaces.get(space.id);
  requireWidth(known ?? space, space.dimensions);
  requireWidth(space, values.length);
  if (known) return;
  tables.spaces.set(space.id, { id: space.id, dimensions: space.dimensions, state: "ready" });
}
