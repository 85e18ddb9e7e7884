import type { Page } from "@kioku/core";
import { encodeCursor, pathToScope, pageOfRows, pathSlices } from "@kioku/core/toolkit";
import type { Tombstone, TombstonesRequest, PathSlice } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";

const WHERE = "where s.path >= ? and s.path < ? and t.hash >= ?";
const ORDER = "order by s.path, t.hash limit ?";
const ALL = `
  select s.path, t.hash, t.at from scopes as s cross join tombstones as t on t.scope = s.id
  ${WHERE} ${ORDER}`;
const OF_HASHES = `
  select s.path, t.hash, t.at from (select distinct value from json_each(?)) as h
  cross join tombstones as t on t.hash = h.value cross join scopes as s on s.id = t.scope
  ${WHERE} ${ORDER}`;

interface TombstoneRow {
  readonly path: string;
  readonly hash: string;
  readonly at: number;
}

/** Lists one page of tombstones. */
export function listTombstones(
  connection: Connection,
  request: TombstonesRequest,
): Page<Tombstone> {
  const { limit } = request;
  const rows: TombstoneRow[] = [];
  for (const slice of pathSlices(request, "tombstones")) {
    if (rows.length <= limit) {
      rows.push(...readSlice(connection, slice, { ...request, limit: limit + 1 - rows.length }));
    }
  }
  return pageOfRows(rows, limit, {
    item: ({ path, hash, at }) => ({ scope: pathToScope(path), hash, at: new Date(at) }),
    cursor: ({ path, hash }) => encodeCursor("tombstones", [path, hash]),
  });
}

function readSlice(
  connection: Connection,
  { from, to, name }: PathSlice,
  { hashes, limit }: TombstonesRequest,
): TombstoneRow[] {
  return hashes === undefined
    ? connection.all(ALL, from, to, name, limit)
    : connection.all(OF_HASHES, JSON.stringify(hashes), from, to, name, limit);
}
