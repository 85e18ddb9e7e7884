import type { Connection } from "../sql/connection.js";

// Only what is searchable has vectors, and one at most in each space.
const COUNT =
  "select (select coalesce(sum(documents), 0) from scopes) - " +
  "coalesce((select vectors from spaces where name = ?), 0)";

/** How many searchable records of all scopes have no vector in this space. */
export function countMissingVectors(connection: Connection, space: string): number {
  return connection.values<number>(COUNT, space)[0] ?? 0;
}
