import type { SpaceOp, WriteResult } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

import type { WriteModel } from "../model/write-model.js";

/**
 * Says what a space is for.
 * @throws `vector-space-mismatch` if it is known by another width.
 */
export function changeSpace(
  { spaces }: WriteModel,
  { space, state, unlessKnown }: SpaceOp,
): WriteResult {
  const known = spaces.find(space.id);
  requireWidth(known ?? space, space.dimensions);
  if (known && (unlessKnown === true || known.state === state)) return { applied: false };
  spaces.set(space, state);
  return { applied: true };
}
