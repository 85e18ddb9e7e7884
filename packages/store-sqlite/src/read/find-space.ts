import type { Connection } from "../sql/connection.js";

const FIND = "select id, dimensions from spaces where name = ?";

/** A row of `spaces`. */
export interface SpaceRow {
  readonly id: number;
  readonly dimensions: number;
}

/** The space of this name, if vectors were ever written in it. */
export function findSpace(connection: Connection, name: string): SpaceRow | undefined {
  return connection.all<SpaceRow>(FIND, name)[0];
}
