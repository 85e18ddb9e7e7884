import type { SpaceState, VectorSpace } from "@kioku/core/toolkit";

import type { SpaceRow } from "../read/find-space.js";
import type { Connection } from "../sql/connection.js";

const INSERT = "insert into spaces (name, dimensions, state) values (?, ?, ?)";

/** Makes a space known. */
export function insertSpace(
  connection: Connection,
  { id: name, dimensions }: VectorSpace,
  state: SpaceState,
): SpaceRow {
  return { id: connection.run(INSERT, name, dimensions, state), dimensions, vectors: 0, state };
}
