import type {
  HistoriesRequest,
  RecordHistory,
  StoredRevision,
  Tombstone,
  TombstonesRequest,
} from "../contracts/history.js";
import { HISTORY_PAGE_LENGTH, recordLength } from "../contracts/store-helpers.js";
import type { RecordId, TombstoneOp, WriteResult } from "../contracts/write-op.js";
import { decodeCursor, encodeCursor } from "../internal/cursor.js";
import { compareText } from "../model/compare-text.js";
import type { Page } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { copyRevision } from "./records.js";
import { isInScopes } from "./selection.js";
import { identityOf, refOfIdentity } from "./tables.js";
import type { Tables } from "./tables.js";

/** What is read of one record. */
interface Timeline extends RecordId {
  readonly path: string;
  readonly revisions: readonly StoredRevision[];
}

/** Where the page before ended: at a record, of which versions before one may be left. */
interface Start {
  readonly path: string;
  readonly id: string;
  readonly before: number;
}

/** One page of what is known of records, whether or not they are still there. */
export function listHistories(tables: Tables, request: HistoriesRequest): Page<RecordHistory> {
  const start = startOf(request.cursor);
  const rest = timelines(tables, request)
    .map((one) => leftOf(one, start))
    .filter((one) => one !== undefined)
    .toSorted((a, b) => compareText(a.path, b.path) || compareText(a.id, b.id));
  const items: RecordHistory[] = [];
  let length = 0;
  for (const { path, scope, id, revisions } of rest) {
    const last = items.at(-1);
    if (last && (items.length >= request.limit || length >= HISTORY_PAGE_LENGTH)) {
      return { items, cursor: cursorOf({ path: scopeToPath(last.scope), id: last.id, before: 0 }) };
    }
    const goesOn = start?.path === path && start.id === id;
    const stored = goesOn ? undefined : tables.records.get(identityOf({ scope, id }));
    const idempotencyKeys = (stored?.idempotencyKeys ?? []).toSorted(compareText);
    const shown: StoredRevision[] = [];
    for (const revision of revisions.toReversed()) {
      const [first] = shown;
      if (first && length >= HISTORY_PAGE_LENGTH) {
        items.push({ scope, id, revisions: shown, idempotencyKeys, more: true });
        return { items, cursor: cursorOf({ path, id, before: first.version }) };
      }
      shown.unshift(copyRevision(revision));
      length += revision.record ? recordLength(revision.record) : 0;
    }
    items.push({ scope, id, revisions: shown, idempotencyKeys });
  }
  return { items };
}

function startOf(cursor: string | undefined): Start | undefined {
  if (cursor === undefined) return undefined;
  const [path, id, before] = decodeCursor(cursor, "histories", 3);
  return { path: String(path), id: String(id), before: Number(before) };
}

function cursorOf({ path, id, before }: Start): string {
  return encodeCursor("histories", [path, id, before]);
}

function timelines(tables: Tables, request: HistoriesRequest): readonly Timeline[] {
  const ids = request.ids && new Set(request.ids);
  return [...tables.history.keys()].flatMap((identity): readonly Timeline[] => {
    const ref = refOfIdentity(identity);
    if (!isInScopes(ref.scope, request) || ids?.has(ref.id) === false) return [];
    if (request.deleted === true && tables.records.get(identity)) return [];
    const revisions = selectRevisions(tables.history.get(identity) ?? [], request.at);
    return revisions.length === 0 ? [] : [{ ...ref, path: scopeToPath(ref.scope), revisions }];
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

/** Returns what the pages before have not shown of a record. */
function leftOf(timeline: Timeline, start: Start | undefined): Timeline | undefined {
  if (!start) return timeline;
  const { path, id } = timeline;
  const order = compareText(path, start.path) || compareText(id, start.id);
  if (order !== 0) return order > 0 ? timeline : undefined;
  const revisions = timeline.revisions.filter(({ version }) => version < start.before);
  return revisions.length === 0 ? undefined : { ...timeline, revisions };
}

/** One page of what was erased. */
export function listTombstones(tables: Tables, request: TombstonesRequest): Page<Tombstone> {
  const { cursor, limit, hashes } = request;
  const end = cursor === undefined ? undefined : decodeCursor(cursor, "tombstones", 2);
  const sought = hashes && new Set(hashes);
  const rest = [...tables.tombstones.values()]
    .filter(({ scope, hash }) => isInScopes(scope, request) && (!sought || sought.has(hash)))
    .map((tombstone) => ({ tombstone, path: scopeToPath(tombstone.scope) }))
    .filter(({ tombstone, path }) => {
      if (end === undefined) return true;
      const [lastPath, lastHash] = end;
      const { hash } = tombstone;
      return (compareText(path, String(lastPath)) || compareText(hash, String(lastHash))) > 0;
    })
    .toSorted((a, b) => {
      return compareText(a.path, b.path) || compareText(a.tombstone.hash, b.tombstone.hash);
    });
  const page = rest.slice(0, limit);
  const items = page.map(({ tombstone: { scope, hash, at } }) => {
    return { scope: [...scope], hash, at: new Date(at) };
  });
  const last = page.at(-1);
  if (!last || rest.length === page.length) return { items };
  return { items, cursor: encodeCursor("tombstones", [last.path, last.tombstone.hash]) };
}

/** Remembers that something was erased. */
export function addTombstone(tables: Tables, { scope, hash, at }: TombstoneOp): WriteResult {
  const name = JSON.stringify([scope, hash]);
  if (tables.tombstones.get(name)) return { applied: false };
  tables.tombstones.set(name, { scope: [...scope], hash, at: new Date(at) });
  return { applied: true };
}
