import type { SpaceOp, WriteResult } from "@kioku/core/toolkit";
import { requireWidth } from "@kioku/core/toolkit";

import { findSpace } from "../read/find-space.js";
import { insertSpace } from "./insert-space.js";
import type { WriteTransaction } from "./write-transaction.js";

const CHANGE = "update spaces set state = ? where id = ?";

/** Says what a space is for. */
export function changeSpace(
  { connection }: WriteTransaction,
  { space, state, unlessKnown }: SpaceOp,
): WriteResult {
  const known = findSpace(connection, space.id);
  requireWidth({ ...space, ...known, id: space.id }, space.dimensions);
  if (known && (unlessKnown || known.state === state)) return { applied: false };
  if (known) connection.run(CHANGE, state, known.id);
  else insertSpace(connection, space, state);
  return { applied: true };
}
