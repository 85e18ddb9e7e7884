import { scopeToPath, type RecordId } from "@kioku/core/toolkit";

import { findSpace, idsByPath } from "../read/find-records.js";
import { unpackVector } from "../schema/packed-vector.js";
import { vectorRowSql } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import { bringUpToDate, type VectorCache } from "./similarities.js";

const HERE = `
  where r.scope = (select id from scopes where path = ?)
    and r.id in (select value from json_each(?))`;
const ROWS = `select r.id, r.row from records as r ${HERE}`;
const VECTORS = `
  select r.id, v.vec from records as r
  join vectors as v on v.row = ${vectorRowSql("?", "r.row")} ${HERE}`;

/** Returns copies of the vectors of records in a space, in order; cached ones are not read. */
export function readVectors(
  connection: Connection,
  cache: VectorCache,
  { space, refs }: { readonly space: string; readonly refs: readonly RecordId[] },
): readonly (Float32Array | undefined)[] {
  const known = findSpace(connection, space);
  if (!known) return refs.map(() => undefined);
  bringUpToDate(connection, cache);
  const cached = refs.map((ref) => {
    const row = cache.rowOf(ref);
    return row === undefined ? undefined : cache.get(known.id, row)?.slice();
  });
  if (!cached.includes(undefined)) return cached;
  const found = new Map<string, Map<string, Float32Array>>();
  for (const [path, ids] of idsByPath(refs)) {
    const vectors = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const { id, row } of connection.all<IdRow>(ROWS, path, ids)) {
      const vector = cache.get(known.id, row);
      if (vector) vectors.set(id, vector.slice());
      else missing.push(id);
    }
    found.set(path, vectors);
    if (missing.length === 0) continue;
    const wanted = JSON.stringify(missing);
    for (const { id, vec } of connection.all<VectorRow>(VECTORS, known.id, path, wanted))
      vectors.set(id, unpackVector(vec));
  }
  return refs.map(({ scope, id }) => found.get(scopeToPath(scope))?.get(id));
}

interface IdRow {
  readonly id: string;
  readonly row: number;
}

interface VectorRow {
  readonly id: string;
  readonly vec: Uint8Array;
}
