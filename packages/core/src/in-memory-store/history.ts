import type {
  StoredRevision,
  HistoriesRequest,
  RecordHistory,
  Tombstone,
  TombstonesRequest,
} from "../contracts/history.js";
import type { HistoryOptions } from "../contracts/memory-store.js";
import {
  HISTORY_PAGE_LENGTH,
  recordLength,
  takePage,
  historiesCursor,
  historiesStart,
  pageOfRows,
} from "../contracts/paging.js";
import type { HistoriesStart } from "../contracts/paging.js";
import type { Authorship, TombstoneOp, WriteResult } from "../contracts/write-op.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import type { RecordId, Revision, Page } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { isInScopes } from "./selection.js";
import { copyRevision, type Tables, type StoredHistory } from "./tables.js";

type Timeline = StoredHistory & { readonly path: string };

/** Returns one page of the histories of records, deleted ones included. */
export function listHistories(tables: Tables, request: HistoriesRequest): Page<RecordHistory> {
  const start = historiesStart(request.cursor);
  const rest = timelines(tables, request)
    .map((timeline) => (start ? restOf(timeline, start) : timeline))
    .filter((timeline) => timeline !== undefined)
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.id, b.id));
  const items: RecordHistory[] = [];
  let length = 0;
  for (const { path, scope, id, revisions } of rest) {
    const last = items.at(-1);
    if (last && (items.length >= request.limit || length >= HISTORY_PAGE_LENGTH)) {
      const end = { path: scopeToPath(last.scope), id: last.id, before: 0 };
      return { items, cursor: historiesCursor(end) };
    }
    const isContinued = start?.path === path && start.id === id;
    const stored = isContinued ? undefined : tables.records.get(recordKey({ scope, id }));
    const idempotencyKeys = (stored?.idempotencyKeys ?? []).toSorted(compareText);
    const shown: StoredRevision[] = [];
    for (const revision of revisions.toReversed()) {
      const [first] = shown;
      if (first && length >= HISTORY_PAGE_LENGTH) {
        items.push({ scope, id, revisions: shown, idempotencyKeys, more: true });
        return { items, cursor: historiesCursor({ path, id, before: first.version }) };
      }
      shown.unshift(copyRevision(revision));
      length += revision.record ? recordLength(revision.record) : 0;
    }
    items.push({ scope, id, revisions: shown, idempotencyKeys });
  }
  return { items };
}

function timelines(tables: Tables, request: HistoriesRequest): readonly Timeline[] {
  const ids = request.ids && new Set(request.ids);
  return [...tables.history.entries()].flatMap(([key, { scope, id, revisions }]) => {
    if (!isInScopes(scope, request) || ids?.has(id) === false) return [];
    if (request.deleted === true && tables.records.get(key)) return [];
    const selected = selectRevisions(revisions, request.at);
    if (selected.length === 0) return [];
    return [{ scope: [...scope], id, path: scopeToPath(scope), revisions: selected }];
  });
}

function selectRevisions(
  revisions: readonly StoredRevision[],
  at: Date | undefined,
): readonly StoredRevision[] {
  if (at === undefined) return revisions;
  const current = revisions.findLast((revision) => revision.at <= at);
  return current?.record ? [current] : [];
}

function restOf(timeline: Timeline, start: HistoriesStart): Timeline | undefined {
  const { path, id } = timeline;
  const order = compareText(path, start.path) || compareText(id, start.id);
  if (order !== 0) return order > 0 ? timeline : undefined;
  const revisions = timeline.revisions.filter(({ version }) => version < start.before);
  return revisions.length === 0 ? undefined : { ...timeline, revisions };
}

/** Writes a tombstone, once. */
export function addTombstone(tables: Tables, { scope, hash, at }: TombstoneOp): WriteResult {
  const key = JSON.stringify([scope, hash]);
  if (tables.tombstones.get(key)) return { applied: false };
  tables.tombstones.set(key, { scope: [...scope], hash, at: new Date(at) });
  return { applied: true };
}

/** Returns one page of tombstones. */
export function listTombstones(tables: Tables, request: TombstonesRequest): Page<Tombstone> {
  const { cursor, limit, hashes } = request;
  const [lastPath, lastHash] = cursor === undefined ? [] : decodeCursor(cursor, "tombstones", 2);
  const isLeft = (path: string, hash: string): boolean =>
    cursor === undefined ||
    (compareText(path, String(lastPath)) || compareText(hash, String(lastHash))) > 0;
  const rest = [...tables.tombstones.values()]
    .map((tombstone) => ({ ...tombstone, path: scopeToPath(tombstone.scope) }))
    .filter(({ scope, hash, path }) => isInScopes(scope, request) && isLeft(path, hash))
    .filter(({ hash }) => hashes === undefined || hashes.includes(hash))
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.hash, b.hash));
  return pageOfRows(rest, limit, {
    item: ({ scope, hash, at }) => ({ scope: [...scope], hash, at: new Date(at) }),
    cursor: ({ path, hash }) => encodeCursor("tombstones", [path, hash]),
  });
}

/** Returns the author of a change as a revision has it: absent rather than `undefined`. */
export function authorship(by: Authorship): Pick<Revision, "actor" | "cause"> {
  return {
    ...(by.actor === undefined ? {} : { actor: by.actor }),
    ...(by.cause === undefined ? {} : { cause: by.cause }),
  };
}

/** Returns copies of the versions of a record that the options select. */
export function readHistory(
  tables: Tables,
  ref: RecordId,
  { after = 0, limit }: HistoryOptions,
): readonly Revision[] {
  const revisions = revisionsOf(tables, ref).filter(({ version }) => version > after);
  if (limit === undefined) return revisions.map((revision) => toRevision(revision));
  return takePage(revisions, { limit, read: toRevision, lengthOf, most: HISTORY_PAGE_LENGTH })
    .items;
}

function lengthOf({ record }: Revision): number {
  return record ? recordLength(record) : 0;
}

function toRevision({ version, change, at, record, ...by }: StoredRevision): Revision {
  const revision = { version, change, at, ...authorship(by) };
  return copyRevision(record === undefined ? revision : { ...revision, record });
}

/** Returns the versions of a record, oldest first, its deletion included. */
export function revisionsOf(tables: Tables, ref: RecordId): readonly StoredRevision[] {
  return tables.history.get(recordKey(ref))?.revisions ?? [];
}

/** Returns the last version of a record, its deletion included; 0 if it never existed. */
export function lastVersion(tables: Tables, ref: RecordId): number {
  return revisionsOf(tables, ref).at(-1)?.version ?? 0;
}

/** Replaces the versions of a record. */
export function setRevisions(
  tables: Tables,
  { scope, id }: RecordId,
  revisions: readonly StoredRevision[],
): void {
  tables.history.set(recordKey({ scope, id }), { scope: [...scope], id, revisions });
}

/** Adds one version to the history of a record. */
export function addRevision(tables: Tables, ref: RecordId, revision: StoredRevision): void {
  setRevisions(tables, ref, [...revisionsOf(tables, ref), revision]);
}
