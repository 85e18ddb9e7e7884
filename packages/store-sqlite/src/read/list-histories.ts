import type { Page } from "@kioku/core";
import {
  compareText,
  pathToScope,
  currentToRevision,
  endedToRevision,
  historiesCursor,
  historiesStart,
  HISTORY_PAGE_LENGTH,
} from "@kioku/core/toolkit";
import type { HistoriesRequest, RecordHistory, StoredRevision } from "@kioku/core/toolkit";

import { ENDED_COLUMNS } from "../record/ended-row.js";
import type { EndedRow } from "../record/ended-row.js";
import { rowLength } from "../record/row-length.js";
import { SELECT_STORED } from "../record/stored-row.js";
import type { StoredRow } from "../record/stored-row.js";
import type { Connection } from "../sql/connection.js";
import { findTimelines } from "./find-timelines.js";
import type { Timeline } from "./find-timelines.js";

const CURRENT = `${SELECT_STORED} where r.scope = ? and r.id = ? and r.version between ? and ?`;
const ENDED =
  `select ${ENDED_COLUMNS} from history as h ` +
  "where h.scope = ? and h.id = ? and h.version between ? and ? order by h.version desc";
const IDEMPOTENCY_KEYS =
  "select k.key from records as r join idempotency_keys as k on k.record = r.row " +
  "where r.scope = ? and r.id = ?";

/** One page of what is known of records, whether or not they are still there. */
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
  /** Oldest first. */
  readonly revisions: readonly StoredRevision[];
  /** Of the page by now. */
  readonly length: number;
  /** True if there are earlier ones that the page has no room for. */
  readonly isCut: boolean;
}

/** Reads versions of a record from the newest on, one at a time, until the page is full. */
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
