import type { Revision } from "@kioku/core";
import {
  pathToScope,
  scopeToPath,
  currentToRevision,
  endedToRevision,
  HISTORY_PAGE_LENGTH,
  type HistoryOptions,
  type RecordId,
  type StoredRevision,
  type AuthorColumns,
  type EndedColumns,
} from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { joinStrength, RECORD_SELECTION, STORED_LENGTH, storedSize } from "../schema/record-row.js";
import type { RecordRow } from "../schema/record-row.js";
import { numberArray, textArray } from "../sql/encode.js";
import { lookUp } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import type { Timeline } from "./find-timelines.js";

type Sql = RawBuilder<unknown>;

/** Reads the versions of one record, oldest first. */
export async function readHistory(
  query: Query,
  { scope, id }: RecordId,
  { after = 0, limit }: HistoryOptions,
): Promise<readonly Revision[]> {
  const timeline = { scope: scopeToPath(scope), id, version: null };
  const wanted =
    limit === undefined
      ? [timeline]
      : (await findVersionsAfter(query, timeline, { after, limit })).map(({ version }) => {
          return { ...timeline, version };
        });
  const revisions = (await readTimelines(query, wanted)).flat();
  return revisions
    .filter(({ version }) => version > after)
    .map(({ searchable: _searchable, ...revision }) => revision);
}

/** A row and its timeline, counted from 1. */
interface Positioned {
  readonly position: number;
  readonly searchable: boolean;
}

/** Reads the revisions of these records, oldest first. */
export async function readTimelines(
  query: Query,
  timelines: readonly Timeline[],
): Promise<readonly (readonly StoredRevision[])[]> {
  const wanted = wantedSql(timelines);
  const [ended, current] = await Promise.all([
    query<EndedColumns & Positioned>(
      ({ names }) => sql`
        select w.position, h.version, h.change, h.actor, h.cause, h.recorded_at, h.searchable, h.snapshot
        from ${wanted} ${lookUp(names.history, "h")}
        where w.version is null or h.version = w.version
        order by h.version`,
    ),
    query<RecordRow & AuthorColumns & Positioned>(
      ({ names }) => sql`
        select w.position, r.change, r.actor, r.cause, r.text_hash is not null as searchable, ${RECORD_SELECTION}
        from ${wanted} ${lookUp(names.records, "r")} ${joinStrength(names)}
        where w.version is null or r.version = w.version`,
    ),
  ]);
  const revisions = timelines.map((): StoredRevision[] => []);
  for (const row of ended) {
    revisions[row.position - 1]?.push({ ...endedToRevision(row), searchable: row.searchable });
  }
  for (const row of current) {
    const revision = currentToRevision(row, pathToScope(row.scope));
    revisions[row.position - 1]?.push({ ...revision, searchable: row.searchable });
  }
  return revisions;
}

/** Returns a table `w` of `scope`, `id`, `version` and `position`. */
export function wantedSql(timelines: readonly Timeline[]): RawBuilder<unknown> {
  const scopes = textArray(timelines.map(({ scope }) => scope));
  const ids = textArray(timelines.map(({ id }) => id));
  const versions = numberArray(timelines.map(({ version }) => version));
  return sql`unnest(${scopes}::text[], ${ids}::text[], ${versions}::int[])
    with ordinality as w(scope, id, version, position)`;
}

interface FoundVersion {
  readonly position: number;
  readonly version: number;
  /** Index of the next version's record; null at the end. */
  readonly next_position: number | null;
}

/** Finds the versions of a page, newest first; of the first record only those before `before`. */
export async function findVersions(
  query: Query,
  timelines: readonly Timeline[],
  before: number,
): Promise<readonly FoundVersion[]> {
  if (timelines.length === 0) return [];
  return query<FoundVersion>(({ names }) => {
    const versions = versionsSql(
      names,
      timelines,
      sql`w.position > 1 or o.version < ${before}::bigint`,
    );
    return pageSql(names, sql`select * from (${versions}) as u`, sql.raw("position, version desc"));
  });
}

async function findVersionsAfter(
  query: Query,
  timeline: Timeline,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly FoundVersion[]> {
  return query<FoundVersion>(({ names }) => {
    const versions = versionsSql(names, [timeline], sql`o.version > ${after}::bigint`);
    const first = sql`select * from (${versions}) as u order by version limit ${limit}`;
    return pageSql(names, first, sql.raw("version"));
  });
}

/** Selects versions with their stored sizes, without reading long values. */
function versionsSql(names: Names, timelines: readonly Timeline[], isWanted: Sql): Sql {
  const ofTable = (table: Sql, isCurrent: boolean, size: Sql): Sql => sql`
    select w.position, w.scope, w.id, o.version, ${sql.lit(isCurrent)} as is_current, ${size} as size
    from ${wantedSql(timelines)} ${lookUp(table, "o")}
    where (w.version is null or o.version = w.version) and (${isWanted})`;
  return sql`
    ${ofTable(names.history, false, sql`coalesce(pg_column_size(o.snapshot), 0)`)}
    union all ${ofTable(names.records, true, storedSize("o"))}`;
}

/** Cuts versions where a page ends; measures compressed values only where it may have room. */
function pageSql({ history, records }: Names, versions: Sql, order: Sql): Sql {
  return sql`
    select v.position, v.version, v.next_position from (
      select u.*, l.length, sum(l.length) over (order by ${order} rows unbounded preceding) as lengths
      from (
        select u.*, lead(u.position) over page as next_position, sum(u.size) over page as sizes
        from (${versions}) as u window page as (order by ${order} rows unbounded preceding)) as u
      cross join lateral (select case when u.is_current
        then (select ${STORED_LENGTH} from ${records} as r where r.scope = u.scope and r.id = u.id)
        else (select coalesce(octet_length(h.snapshot::text), 0) from ${history} as h
          where h.scope = u.scope and h.id = u.id and h.version = u.version) end as length) as l
      where u.sizes - u.size < ${sql.lit(HISTORY_PAGE_LENGTH)}) as v
    where v.lengths - v.length < ${sql.lit(HISTORY_PAGE_LENGTH)} order by ${order}`;
}
