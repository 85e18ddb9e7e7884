import { HISTORY_PAGE_LENGTH } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Ask } from "../ask.js";
import { lookUp } from "../sql/look-up.js";
import type { Names } from "../sql/names.js";
import { STORED_LENGTH, storedSize } from "../write/model/stored-columns.js";
import type { Timeline } from "./find-timelines.js";
import { wantedSql } from "./read-timelines.js";

type Sql = RawBuilder<unknown>;

/** A version of one of the records that were asked for. */
export interface FoundVersion {
  /** Which of them, counted from 1. */
  readonly place: number;
  readonly version: number;
  /** Of which one the next version is, whether or not it is in the page; null at the end. */
  readonly next_place: number | null;
}

/**
 * The versions of a page: by record, the newest first. Of the first record only those before a
 * version.
 */
export async function findVersions(
  ask: Ask,
  timelines: readonly Timeline[],
  before: number,
): Promise<readonly FoundVersion[]> {
  if (timelines.length === 0) return [];
  return ask<FoundVersion>(({ names }) => {
    const versions = versionsSql(
      names,
      timelines,
      sql`w.place > 1 or o.version < ${before}::bigint`,
    );
    return pageSql(names, sql`select * from (${versions}) as u`, sql.raw("place, version desc"));
  });
}

/** The first versions of one record after a version. */
export async function findVersionsAfter(
  ask: Ask,
  timeline: Timeline,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<readonly FoundVersion[]> {
  return ask<FoundVersion>(({ names }) => {
    const versions = versionsSql(names, [timeline], sql`o.version > ${after}::bigint`);
    const first = sql`select * from (${versions}) as u order by version limit ${limit}`;
    return pageSql(names, first, sql.raw("version"));
  });
}

/** Every version of the records, and what it takes on disk: nothing long is read for that. */
function versionsSql(names: Names, timelines: readonly Timeline[], isWanted: Sql): Sql {
  const ofTable = (table: Sql, isCurrent: boolean, size: Sql): Sql => sql`
    select w.place, w.scope, w.id, o.version, ${sql.lit(isCurrent)} as is_current, ${size} as size
    from ${wantedSql(timelines)} ${lookUp(table, "o")}
    where (w.version is null or o.version = w.version) and (${isWanted})`;
  return sql`
    ${ofTable(names.history, false, sql`coalesce(pg_column_size(o.snapshot), 0)`)}
    union all ${ofTable(names.records, true, storedSize("o"))}`;
}

/**
 * Cuts versions where a page ends. What is compressed is measured as a whole only where a page may
 * still have room.
 */
function pageSql({ history, records }: Names, versions: Sql, order: Sql): Sql {
  return sql`
    select v.place, v.version, v.next_place from (
      select u.*, l.length, sum(l.length) over (order by ${order} rows unbounded preceding) as lengths
      from (
        select u.*, lead(u.place) over page as next_place, sum(u.size) over page as sizes
        from (${versions}) as u window page as (order by ${order} rows unbounded preceding)) as u
      cross join lateral (select case when u.is_current
        then (select ${STORED_LENGTH} from ${records} as r where r.scope = u.scope and r.id = u.id)
        else (select coalesce(octet_length(h.snapshot::text), 0) from ${history} as h
          where h.scope = u.scope and h.id = u.id and h.version = u.version) end as length) as l
      where u.sizes - u.size < ${sql.lit(HISTORY_PAGE_LENGTH)}) as v
    where v.lengths - v.length < ${sql.lit(HISTORY_PAGE_LENGTH)} order by ${order}`;
}
