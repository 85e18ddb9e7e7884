import { encodeCursor, pathSlices } from "@kioku/core/toolkit";
import type { HistoriesRequest, HistoriesStart, PagedScopes, PathSlice } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { textArray } from "../sql/encode.js";
import { inSlice } from "../sql/fragments.js";
import type { Names } from "../sql/names.js";
import type { Query } from "../sql/query.js";
import { readSlices } from "./read-slices.js";

/** A record with a history, in the order of pages. */
export interface Timeline {
  readonly scope: string;
  readonly id: string;
  /** The requested version; null for all. */
  readonly version: number | null;
}

/** Kind of the cursors made in this file. */
const NAMES = "names";

interface TimelinesRequest extends Omit<HistoriesRequest, "cursor"> {
  readonly start: HistoriesStart | undefined;
}

type NamesRequest = HistoriesRequest & Pick<PagedScopes, "includesCursor">;

/** Pages of candidates grow by this factor where few records were known at an instant. */
const GROWTH = 4;
const MAX_LOOKED_AT = 4_096;

type Sql = RawBuilder<unknown>;

/** Finds the first records with a history, in order; with `at`, those known at that instant. */
export async function findTimelines(
  query: Query,
  { start, ...request }: TimelinesRequest,
): Promise<readonly Timeline[]> {
  const { at, limit } = request;
  let cursor = start && encodeCursor(NAMES, [start.path, start.id]);
  if (at === undefined) {
    const includesCursor = start !== undefined && start.before > 0;
    return readNames(query, { ...request, cursor, includesCursor });
  }
  const found: Timeline[] = [];
  let isLeft = true;
  for (let count = limit; isLeft && found.length < limit; count *= GROWTH) {
    const lookedAt = Math.min(count, Math.max(limit, MAX_LOOKED_AT));
    const names = await readNames(query, { ...request, limit: lookedAt, cursor });
    found.push(...names.filter(({ version }) => version !== null));
    const last = names.at(-1);
    if (last) cursor = encodeCursor(NAMES, [last.scope, last.id]);
    isLeft = names.length === lookedAt;
  }
  return found.slice(0, limit);
}

/** With `at`, the version is null where the record was unknown then. */
async function readNames(query: Query, request: NamesRequest): Promise<readonly Timeline[]> {
  const { at, limit, deleted = false } = request;
  const ofSlice = deleted ? namesDeleted : namesKnown;
  return readSlices<Timeline>(query, pathSlices(request, NAMES), {
    limit,
    ofSlice: (names, slice) => ofSlice(names, slice, request),
    ofAll: (names, all) => sql`
      select n.scope, n.id, ${at ? versionAt(names, at) : sql`null::int`} as version
      from (select * from ${all} as a order by scope, id limit ${limit}) as n
      order by n.scope, n.id`,
  });
}

/** Each half is in order by its index. */
function namesKnown({ records, history }: Names, slice: PathSlice, request: HistoriesRequest): Sql {
  const ofTable = (table: Sql): Sql => sql`
    (select distinct r.scope, r.id from ${table} as r where ${isWanted(slice, request)}
      order by r.scope, r.id limit ${request.limit})`;
  return sql`
    select scope, id from (${ofTable(records)} union ${ofTable(history)}) as k
    order by scope, id limit ${request.limit}`;
}

function namesDeleted(
  { records, history }: Names,
  slice: PathSlice,
  request: HistoriesRequest,
): Sql {
  return sql`
    select distinct r.scope, r.id from ${history} as r
    where ${isWanted(slice, request)} and r.change = 'deleted'
      and not exists (select from ${records} as l where l.scope = r.scope and l.id = r.id)
    order by r.scope, r.id limit ${request.limit}`;
}

function isWanted(slice: PathSlice, { ids }: HistoriesRequest): Sql {
  const here = inSlice(slice, sql.ref("r.scope"), sql.ref("r.id"));
  return ids ? sql`${here} and r.id = any(${textArray(ids)}::text[])` : here;
}

function versionAt({ records, history }: Names, at: Date): Sql {
  const ms = sql`${at.getTime()}::bigint`;
  return sql`coalesce(
    (select r.version from ${records} as r
      where r.scope = n.scope and r.id = n.id and r.updated_at <= ${ms}),
    (select case when h.change = 'deleted' then null else h.version end from ${history} as h
      where h.scope = n.scope and h.id = n.id and h.recorded_at <= ${ms}
      order by h.version desc limit 1))`;
}
