import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";
import { bytesToVector } from "../vector/vector-bytes.js";
import { vectorRowSql } from "../vector/vector-row.js";
import { findSpace } from "./find-space.js";
import { idsByPath } from "./ids-by-path.js";

const OF_SCOPE = `
  select r.id, v.vec from records as r
  join vectors as v on v.row = ${vectorRowSql("?", "r.row")}
  where r.scope = (select id from scopes where path = ?)
    and r.id in (select value from json_each(?))`;

/** Copies of the vectors of these records in one space, in order. */
export function readVectors(
  connection: Connection,
  space: string,
  refs: readonly RecordId[],
): readonly (Float32Array | undefined)[] {
  const known = findSpace(connection, space);
  if (!known) return refs.map(() => undefined);
  const found = new Map<string, Map<string, Uint8Array>>();
  for (const [path, ids] of idsByPath(refs)) {
    const rows = connection.all<VectorRow>(OF_SCOPE, known.id, path, ids);
    found.set(path, new Map(rows.map(({ id, vec }) => [id, vec])));
  }
  return refs.map(({ scope, id }) => {
    const bytes = found.get(scopeToPath(scope))?.get(id);
    return bytes && bytesToVector(bytes);
  });
}

interface VectorRow {
  readonly id: string;
  readonly vec: Uint8Array;
}
