import { encodeCursor, pathSlices } from "@kioku/core/toolkit";
import type { HistoriesRequest, HistoriesStart, PagedScopes } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";

/** What names a record that something is known of, in the order of pages. */
export interface Timeline {
  readonly path: string;
  readonly scope: number;
  readonly id: string;
  /** The only version that was asked for. */
  readonly version?: number;
}

/** Kind of the cursors made in this file. */
const NAMES = "names";

/** Which records, from where on. */
export interface TimelinesRequest extends Omit<HistoriesRequest, "cursor"> {
  readonly start: HistoriesStart | undefined;
}

type NamesRequest = HistoriesRequest & Pick<PagedScopes, "includesCursor">;

/**
 * Where few records were known at an instant, so many times as many are looked at each time, and so
 * many at most.
 */
const GROWTH = 4;
const MAX_LOOKED_AT = 4_096;

// Each half is in order by its indices, so that a page reads no more than itself.
const IN_SLICE = (table: "records" | "history"): string => `
  from scopes as s cross join ${table} as r on r.scope = s.id
  where s.path >= ? and s.path < ? and r.id >= ?`;
/** The same for given ids, each looked up by itself. */
const OF_IDS = (table: "records" | "history"): string => `
  from json_each(?) as w cross join scopes as s
  cross join ${table} as r on r.scope = s.id and r.id = w.value
  where s.path >= ? and s.path < ? and r.id >= ?`;

/** All records that something is known of. */
const all = (from: typeof IN_SLICE): string => `
  select s.path as path, s.id as scope, r.id as id ${from("records")}
  union select s.path, s.id, r.id ${from("history")}
  order by path, scope, id limit ?`;
/** Of records that are there no more. */
const deleted = (from: typeof IN_SLICE): string => `
  select distinct s.path as path, s.id as scope, r.id as id ${from("history")}
    and r.change = 'deleted'
    and not exists (select 1 from records as l where l.scope = r.scope and l.id = r.id)
  order by path, scope, id limit ?`;

const ALL = { inSlice: all(IN_SLICE), ofIds: all(OF_IDS) };
const DELETED = { inSlice: deleted(IN_SLICE), ofIds: deleted(OF_IDS) };

/**
 * The last version of each of these [scope, id] that was written by an instant, if there is one and
 * it is no deletion.
 */
const VERSIONS_AT = `
  select coalesce(
    (select r.version from records as r
      where r.scope = w.value ->> 0 and r.id = w.value ->> 1 and r.updated_at <= ?),
    (select iif(h.change = 'deleted', null, h.version) from history as h
      where h.scope = w.value ->> 0 and h.id = w.value ->> 1 and h.recorded_at <= ?
      order by h.version desc limit 1))
  from json_each(?) as w order by w.key`;

/**
 * The first records that something is known of, in order; with `at`, that something was known of
 * then.
 */
export function findTimelines(
  connection: Connection,
  { start, ...request }: TimelinesRequest,
): readonly Timeline[] {
  const { at, limit } = request;
  let cursor = start && encodeCursor(NAMES, [start.path, start.id]);
  if (at === undefined) {
    const includesCursor = start !== undefined && start.before > 0;
    return findNames(connection, { ...request, cursor, includesCursor });
  }
  const found: Timeline[] = [];
  let isLeft = true;
  for (let count = limit; isLeft && found.length < limit; count *= GROWTH) {
    const lookedAt = Math.min(count, Math.max(limit, MAX_LOOKED_AT));
    const names = findNames(connection, { ...request, cursor, limit: lookedAt });
    found.push(...knownAt(connection, names, at));
    const last = names.at(-1);
    isLeft = names.length === lookedAt;
    cursor = last && encodeCursor(NAMES, [last.path, last.id]);
  }
  return found.slice(0, limit);
}

function findNames(connection: Connection, request: NamesRequest): Timeline[] {
  const names: Timeline[] = [];
  const kind = request.ids ? "ofIds" : "inSlice";
  const ids = request.ids ? [JSON.stringify([...new Set(request.ids)])] : [];
  for (const { from, to, name } of pathSlices(request, NAMES)) {
    const left = request.limit - names.length;
    if (left <= 0) break;
    const slice = [...ids, from, to, name];
    const found =
      request.deleted === true
        ? connection.all<Timeline>(DELETED[kind], ...slice, left)
        : connection.all<Timeline>(ALL[kind], ...slice, ...slice, left);
    names.push(...found);
  }
  return names;
}

function knownAt(connection: Connection, names: readonly Timeline[], at: Date): Timeline[] {
  const wanted = JSON.stringify(names.map(({ scope, id }) => [scope, id]));
  const ms = at.getTime();
  const versions = connection.values<number | null>(VERSIONS_AT, ms, ms, wanted);
  return names.flatMap((name, place) => {
    const version = versions[place] ?? null;
    return version === null ? [] : [{ ...name, version }];
  });
}
