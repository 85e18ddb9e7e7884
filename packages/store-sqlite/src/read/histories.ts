import type { Page, Revision } from "@kioku/core";
import {
  compareText,
  encodeCursor,
  pathToScope,
  scopeToPath,
  currentToRevision,
  endedToRevision,
  historiesCursor,
  historiesStart,
  HISTORY_PAGE_LENGTH,
  pathSlices,
  type HistoriesRequest,
  type HistoryOptions,
  type RecordHistory,
  type RecordId,
  type StoredRevision,
  type HistoriesStart,
  type PagedScopes,
} from "@kioku/core/toolkit";

import { ENDED_COLUMNS, rowLength, SELECT_STORED } from "../schema/rows.js";
import type { EndedRow, StoredRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import { findRecord } from "./find-records.js";

const ENDED_AFTER =
  `select ${ENDED_COLUMNS} from history as h join scopes as s on s.id = h.scope ` +
  "where s.path = ? and h.id = ? and h.version > ? order by h.version";

/** Returns the requested versions of a record, oldest first, the current one last. */
export function readHistory(
  connection: Connection,
  { scope, id }: RecordId,
  { after = 0, limit }: HistoryOptions,
): readonly Revision[] {
  const revisions: Revision[] = [];
  let length = 0;
  const isFull = (): boolean =>
    limit !== undefined &&
    (revisions.length >= limit || (revisions.length > 0 && length >= HISTORY_PAGE_LENGTH));
  for (const row of connection.each<EndedRow>(ENDED_AFTER, scopeToPath(scope), id, after)) {
    if (isFull()) break;
    revisions.push(endedToRevision(row));
    length += row.snapshot?.length ?? 0;
  }
  if (isFull()) return revisions;
  const current = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (current && current.version > after) {
    revisions.push(currentToRevision(current, [...scope]));
  }
  return revisions;
}

const CURRENT = `${SELECT_STORED} where r.scope = ? and r.id = ? and r.version between ? and ?`;
const ENDED =
  `select ${ENDED_COLUMNS} from history as h ` +
  "where h.scope = ? and h.id = ? and h.version between ? and ? order by h.version desc";
const IDEMPOTENCY_KEYS =
  "select k.key from records as r join idempotency_keys as k on k.record = r.row " +
  "where r.scope = ? and r.id = ?";

/** Returns one page of histories of existing and deleted records. */
export function listHistories(
  connection: Connection,
  request: HistoriesRequest,
): Page<RecordHistory> {
  const { limit, cursor } = request;
  const start = historiesStart(cursor);
  const timelines = findTimelines(connection, { ...request, start, limit: limit + 1 });
  const items: RecordHistory[] = [];
  let shown: Timeline | undefined;
  let length = 0;
  for (const timeline of timelines) {
    const { path, id } = timeline;
    if (shown && (items.length >= limit || length >= HISTORY_PAGE_LENGTH)) {
      return { items, cursor: historiesCursor({ ...shown, before: 0 }) };
    }
    const isGoingOn = start !== undefined && start.path === path && start.id === id;
    const before = isGoingOn ? start.before : Number.MAX_SAFE_INTEGER;
    const read = readVersions(connection, timeline, { before, length });
    ({ length } = read);
    const [first] = read.revisions;
    if (first) {
      const history = { scope: pathToScope(path), id, revisions: read.revisions };
      const keys = isGoingOn ? [] : connection.values<string>(IDEMPOTENCY_KEYS, timeline.scope, id);
      const idempotencyKeys = keys.toSorted(compareText);
      items.push({ ...history, idempotencyKeys, ...(read.isCut && { more: true }) });
      if (read.isCut)
        return { items, cursor: historiesCursor({ path, id, before: first.version }) };
    }
    shown = timeline;
  }
  return { items };
}

interface ReadVersions {
  readonly revisions: readonly StoredRevision[];
  /** Length of the page so far. */
  readonly length: number;
  /** True if earlier versions did not fit. */
  readonly isCut: boolean;
}

/** Reads versions from the newest on, one at a time, until the page is full. */
function readVersions(
  connection: Connection,
  { path, scope, id, version }: Timeline,
  page: { readonly before: number; readonly length: number },
): ReadVersions {
  const wanted = [scope, id, version ?? 0, version ?? page.before - 1] as const;
  const newestFirst: StoredRevision[] = [];
  let { length } = page;
  const [current] = connection.all<StoredRow>(CURRENT, ...wanted);
  if (current) {
    const revision = currentToRevision(current, pathToScope(path));
    newestFirst.push({ ...revision, searchable: current.text_hash !== null });
    length += rowLength(current);
  }
  let isCut = false;
  for (const row of connection.each<EndedRow>(ENDED, ...wanted)) {
    isCut = newestFirst.length > 0 && length >= HISTORY_PAGE_LENGTH;
    if (isCut) break;
    newestFirst.push({ ...endedToRevision(row), searchable: row.searchable === 1 });
    length += row.snapshot?.length ?? 0;
  }
  return { revisions: newestFirst.toReversed(), length, isCut };
}

interface Timeline {
  readonly path: string;
  readonly scope: number;
  readonly id: string;
  /** The only requested version. */
  readonly version?: number;
}

const NAMES = "names";

interface TimelinesRequest extends Omit<HistoriesRequest, "cursor"> {
  readonly start: HistoriesStart | undefined;
}

type NamesRequest = HistoriesRequest & Pick<PagedScopes, "includesCursor">;

/** If few records existed at the instant, each round looks at this many times as many. */
const GROWTH = 4;
const MAX_LOOKED_AT = 4_096;

// Each half is ordered by its indexes, so that a page reads no more than itself.
const IN_SLICE = (table: "records" | "history"): string => `
  from scopes as s cross join ${table} as r on r.scope = s.id
  where s.path >= ? and s.path < ? and r.id >= ?`;
/** The same for given ids, each looked up by itself. */
const OF_IDS = (table: "records" | "history"): string => `
  from json_each(?) as w cross join scopes as s
  cross join ${table} as r on r.scope = s.id and r.id = w.value
  where s.path >= ? and s.path < ? and r.id >= ?`;

const all = (from: typeof IN_SLICE): string => `
  select s.path as path, s.id as scope, r.id as id ${from("records")}
  union select s.path, s.id, r.id ${from("history")}
  order by path, scope, id limit ?`;
const deleted = (from: typeof IN_SLICE): string => `
  select distinct s.path as path, s.id as scope, r.id as id ${from("history")}
    and r.change = 'deleted'
    and not exists (select 1 from records as l where l.scope = r.scope and l.id = r.id)
  order by path, scope, id limit ?`;

const ALL = { inSlice: all(IN_SLICE), ofIds: all(OF_IDS) };
const DELETED = { inSlice: deleted(IN_SLICE), ofIds: deleted(OF_IDS) };

/** The last version of each [scope, id] written by an instant, unless it is a deletion. */
const VERSIONS_AT = `
  select coalesce(
    (select r.version from records as r
      where r.scope = w.value ->> 0 and r.id = w.value ->> 1 and r.updated_at <= ?),
    (select iif(h.change = 'deleted', null, h.version) from history as h
      where h.scope = w.value ->> 0 and h.id = w.value ->> 1 and h.recorded_at <= ?
      order by h.version desc limit 1))
  from json_each(?) as w order by w.key`;

/** Finds the first records with a history, in order; with `at`, those that existed then. */
function findTimelines(
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
  return names.flatMap((name, index) => {
    const version = versions[index] ?? null;
    return version === null ? [] : [{ ...name, version }];
  });
}
