import type { RecordId, StoredSpace } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { decodeVector } from "../sql/encode.js";
import { refsSql } from "../sql/fragments.js";
import type { Query } from "../sql/query.js";

interface VectorRow {
  readonly position: number;
  readonly sent: Uint8Array;
}

/** Reads the vectors of these records in one space, in order. */
export async function readVectors(
  query: Query,
  space: string,
  refs: readonly RecordId[],
): Promise<readonly (Float32Array | undefined)[]> {
  const rows = await query<VectorRow>(
    ({ names }) => sql`
      select w.position, ${names.ofExtension("vector_send")}(v.embedding) as sent
      from ${refsSql(refs)}
      cross join lateral (select * from ${names.vectors} as o
        where o.scope = w.scope and o.id = w.id
          and o.space = (select s.id from ${names.spaces} as s where s.name = ${space})
        offset 0) as v`,
  );
  const found = new Map(rows.map(({ position, sent }) => [position, sent]));
  return refs.map((_, index) => {
    const sent = found.get(index + 1);
    return sent && decodeVector(sent);
  });
}

/** Counts searchable records of all scopes without a vector in this space. */
export async function countMissingVectors(query: Query, space: string): Promise<number> {
  // Only searchable records have vectors, at most one in each space.
  const [row] = await query<{ readonly missing: number }>(
    ({ names }) => sql`
      select (select coalesce(sum(documents), 0) from ${names.scopes})
        - (select count(*) from ${names.vectors}
          where space = (select id from ${names.spaces} where name = ${space})) as missing`,
  );
  return row?.missing ?? 0;
}

/** Reads all spaces, by id. */
export async function readSpaces(query: Query): Promise<readonly StoredSpace[]> {
  return query<StoredSpace>(
    ({ names }) => sql`select name as id, dimensions, state from ${names.spaces} order by name`,
  );
}
