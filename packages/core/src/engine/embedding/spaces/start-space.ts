import type { VectorSpace } from "../../../contracts/vector-space.js";
import type { SpaceOp } from "../../../contracts/write-op.js";

/**
 * Makes a space known as one that is being filled; one that is known stays what it is. Goes before
 * its first vectors.
 */
export function startSpace(space: VectorSpace): SpaceOp {
  return { op: "space", space, state: "building", unlessKnown: true };
}
