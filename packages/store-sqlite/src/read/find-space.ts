import type { SpaceState, StoredSpace } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";

const FIND = "select id, dimensions, vectors, state from spaces where name = ?";
const ROWS = "select id, dimensions, vectors, state from spaces";
const ALL = "select name as id, dimensions, state from spaces order by name";

/** A row of `spaces`. */
export interface SpaceRow {
  readonly id: number;
  readonly dimensions: number;
  readonly vectors: number;
  readonly state: SpaceState;
}

/** The space of this name, if it is known. */
export function findSpace(connection: Connection, name: string): SpaceRow | undefined {
  return connection.all<SpaceRow>(FIND, name)[0];
}

/** All spaces that are known, by id. */
export function readSpaces(connection: Connection): readonly StoredSpace[] {
  return connection.all<StoredSpace>(ALL);
}

/** The rows of all spaces. */
export function readSpaceRows(connection: Connection): readonly SpaceRow[] {
  return connection.all<SpaceRow>(ROWS);
}
