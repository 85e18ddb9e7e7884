import type { CallOptions } from "@kioku/core";
import { scopeToPath, type RecordId, type StoredSpace } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import {
  ownVectors,
  readTablesOf,
  sameTables,
  tableGroups,
  vectorsOf,
  type VectorTable,
} from "../index/vector-tables.js";
import { decodeVector, textArray } from "../sql/encode.js";
import { refsSql } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import type { StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";

interface VectorRow {
  /** From 1; 0 says that own tables have some of the vectors. */
  readonly position: number;
  readonly sent: Uint8Array | null;
}

interface WantedVectors extends CallOptions {
  readonly space: string;
  readonly refs: readonly RecordId[];
}

/** Reads the vectors of these records in one space, in order. */
export async function readVectors(
  session: StoreSession,
  { space, refs, signal }: WantedVectors,
): Promise<readonly (Float32Array | undefined)[]> {
  const paths = [...new Set(refs.map(({ scope }) => scopeToPath(scope)))];
  const found = new Map(
    (await findVectors(session, { space, refs, signal }, paths)).map((row) => [
      row.position,
      row.sent,
    ]),
  );
  return refs.map((_, index) => {
    const sent = found.get(index + 1);
    return sent ? decodeVector(sent) : undefined;
  });
}

/** Looks at once in the own table that a search has found, or in `vectors` first. */
async function findVectors(
  session: StoreSession,
  { space, refs, signal }: WantedVectors,
  paths: readonly string[],
): Promise<readonly VectorRow[]> {
  const ranges = paths.map((path) => ({ path, below: false }));
  const isOneScope = paths.length === 1;
  const knownTables = (): readonly VectorTable[] =>
    isOneScope ? session.largeScopes.tablesOf(ranges) : [];
  if (knownTables().length !== 1) {
    const rows = await session.rows<VectorRow>(
      { signal },
      paths,
      ({ names }) => sql`
      ${vectorsSql(names, space, { refs, tables: [] })}
      union all
      select 0, null where exists (
        select from ${names.vector_tables} as t where t.scope = any(${textArray(paths)}::text[])
          and t.space = (select s.id from ${names.spaces} as s where s.name = ${space}))`,
    );
    if (rows.every(({ position }) => position > 0)) return rows;
  }
  return session.read({ signal }, paths, async (context) => {
    const readFrom = (tables: readonly VectorTable[]): Promise<readonly VectorRow[]> =>
      context.channel.rows(vectorsSql(context.names, space, { refs, tables, isOneScope }));
    const known = knownTables();
    const [tables, rows] = await Promise.all([
      readTablesOf(context, space, ranges),
      known.length === 1 ? readFrom(known) : undefined,
    ]);
    return rows && sameTables(known, tables) ? rows : readFrom(tables);
  });
}

interface VectorPlaces {
  readonly refs: readonly RecordId[];
  readonly tables: readonly VectorTable[];
  readonly isOneScope?: boolean;
}

function vectorsSql(
  names: Names,
  space: string,
  { refs, tables, isOneScope = false }: VectorPlaces,
): RawBuilder<unknown> {
  return sql`
      select w.position, ${names.ofExtension("vector_send")}(v.embedding) as sent
      from ${refsSql(refs)}
      cross join lateral (select * from ${vectorsOf(names, tables, isOneScope)} as o
        where o.scope = w.scope and o.id = w.id
          and o.space = (select s.id from ${names.spaces} as s where s.name = ${space})
        offset 0) as v`;
}

const ALL = [{ path: "", below: true }];

/** Counts searchable records of all scopes without a vector in this space. */
export async function countMissingVectors(context: StoreContext, space: string): Promise<number> {
  const { channel, names } = context;
  const tables = await readTablesOf(context, space, ALL);
  // Only searchable records have vectors, at most one in each space.
  const [row] = await channel.rows<{ readonly missing: number }>(sql`
      select (select coalesce(sum(documents), 0) from ${names.scopes})
        - (select count(*) from ${names.vectors} as v
          where v.space = (select id from ${names.spaces} where name = ${space})) as missing`);
  let missing = row?.missing ?? 0;
  for (const some of tableGroups(tables)) {
    const [counted] = await channel.rows<{ readonly count: number }>(
      sql`select count(*) as count from ${ownVectors(names, some)} as v`,
    );
    missing -= counted?.count ?? 0;
  }
  return missing;
}

/** Reads all spaces, by id. */
export async function readSpaces(query: Query): Promise<readonly StoredSpace[]> {
  return query<StoredSpace>(
    ({ names }) => sql`select name as id, dimensions, state from ${names.spaces} order by name`,
  );
}
