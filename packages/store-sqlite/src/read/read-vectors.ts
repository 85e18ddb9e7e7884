import { scopeToPath } from "@kioku/core";
import type { RecordId, VectorSpace } from "@kioku/core";

import type { Connection } from "../sql/connection.js";
import { bytesToVector } from "../vector/vector-bytes.js";

const VECTOR = `
  select v.vec from vectors as v
  join spaces as p on p.id = v.space
  join scopes as s on s.id = v.scope
  join records as r on r.row = v.record
  where p.name = ? and s.path = ? and r.scope = s.id and r.id = ?`;
const SPACES = "select name as id, dimensions from spaces order by name";

/** Copies of the vectors of these records in one space, in order. */
export function readVectors(
  connection: Connection,
  space: string,
  refs: readonly RecordId[],
): readonly (Float32Array | undefined)[] {
  return refs.map(({ scope, id }) => {
    const [bytes] = connection.values<Uint8Array>(VECTOR, space, scopeToPath(scope), id);
    return bytes && bytesToVector(bytes);
  });
}

/** The spaces that vectors were ever written in, by id. */
export function readSpaces(connection: Connection): readonly VectorSpace[] {
  return connection.all<VectorSpace>(SPACES);
}
