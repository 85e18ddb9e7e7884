import type { Page } from "@kioku/core";
import { encodeCursor, pathToScope, pageOfRows, pathSlices } from "@kioku/core/toolkit";
import type { Tombstone, TombstonesRequest } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { textArray } from "../sql/encode.js";
import { inSlice } from "../sql/fragments.js";
import type { Query } from "../sql/query.js";
import { readSlices } from "./read-slices.js";

interface TombstoneRow {
  readonly scope: string;
  readonly hash: string;
  readonly at: number;
}

/** Lists one page of tombstones. */
export async function listTombstones(
  query: Query,
  request: TombstonesRequest,
): Promise<Page<Tombstone>> {
  const { hashes } = request;
  const limit = request.limit + 1;
  const isWanted = hashes ? sql`and t.hash = any(${textArray(hashes)}::text[])` : sql``;
  const rows = await readSlices<TombstoneRow>(query, pathSlices(request, "tombstones"), {
    limit,
    ofSlice: ({ tombstones }, slice) => sql`
      select t.scope, t.hash, t.at from ${tombstones} as t
      where ${inSlice(slice, sql.ref("t.scope"), sql.ref("t.hash"))} ${isWanted}
      order by t.scope, t.hash limit ${limit}`,
    ofAll: (_names, all) => sql`select * from ${all} as a order by scope, hash limit ${limit}`,
  });
  return pageOfRows(rows, request.limit, {
    item: ({ scope, hash, at }) => ({ scope: pathToScope(scope), hash, at: new Date(at) }),
    cursor: ({ scope, hash }) => encodeCursor("tombstones", [scope, hash]),
  });
}
