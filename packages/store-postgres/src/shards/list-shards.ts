import type { CallOptions, MemoryRecord, Page, Scope } from "@kioku/core";
import {
  compareText,
  encodeCursor,
  historiesCursor,
  HISTORY_PAGE_LENGTH,
  listCursor,
  PAGE_LENGTH,
  recordLength,
  scopeToPath,
} from "@kioku/core/toolkit";
import type {
  HistoriesRequest,
  ListRequest,
  RecordHistory,
  ScopePage,
  Tombstone,
  TombstonesRequest,
} from "@kioku/core/toolkit";

import { mergePages } from "./merge-pages.js";
import type { Shards } from "./shards.js";

/** Lists one page of records of all shards of a selection. */
export async function listInShards(
  shards: Shards,
  request: ListRequest,
  options?: CallOptions,
): Promise<Page<MemoryRecord>> {
  const { order, orderBy } = request;
  const sign = order === "asc" ? 1 : -1;
  const valueOf = (record: MemoryRecord): string | number =>
    orderBy === "key" ? (record.key ?? "") : record[orderBy].getTime();
  return mergePages(shards, request, {
    ...options,
    ...request,
    read: (store, page) => store.list({ ...request, ...page }, options),
    compare: (a, b) => sign * (compareValues(valueOf(a), valueOf(b)) || compareRefs(a, b)),
    cursorOf: (record) => listCursor(request, columnsOf(record), scopeToPath(record.scope)),
    lengthOf: recordLength,
    most: PAGE_LENGTH,
  });
}

function columnsOf({ createdAt, updatedAt, key, id }: MemoryRecord): ListedColumns {
  const [created_at, updated_at] = [createdAt.getTime(), updatedAt.getTime()];
  return { created_at, updated_at, key: key ?? null, id };
}

type ListedColumns = Parameters<typeof listCursor>[1];

/** Lists one page of the scopes of all shards. */
export async function listScopesInShards(
  shards: Shards,
  { within, ...page }: ScopePage & { readonly within: Scope },
  options?: CallOptions,
): Promise<Page<Scope>> {
  return mergePages(
    shards,
    { within: [within], reach: "below" },
    {
      ...options,
      ...page,
      read: (store, of) => store.scopes(within, of, options),
      compare: (a, b) => compareText(scopeToPath(a), scopeToPath(b)),
      cursorOf: (scope) => encodeCursor("scopes", [scopeToPath(scope)]),
    },
  );
}

/** Lists one page of the histories of all shards of a selection. */
export async function listHistoriesInShards(
  shards: Shards,
  request: HistoriesRequest,
  options?: CallOptions,
): Promise<Page<RecordHistory>> {
  return mergePages(shards, request, {
    ...options,
    ...request,
    read: (store, page) => store.histories({ ...request, ...page }, options),
    compare: compareRefs,
    cursorOf: ({ scope, id }) => historiesCursor({ path: scopeToPath(scope), id, before: 0 }),
    lengthOf: ({ revisions }) =>
      revisions.reduce((sum, { record }) => sum + (record ? recordLength(record) : 0), 0),
    most: HISTORY_PAGE_LENGTH,
    isCut: ({ more }) => more === true,
  });
}

/** Lists one page of the tombstones of all shards of a selection. */
export async function listTombstonesInShards(
  shards: Shards,
  request: TombstonesRequest,
  options?: CallOptions,
): Promise<Page<Tombstone>> {
  return mergePages(shards, request, {
    ...options,
    ...request,
    read: (store, page) => store.tombstones({ ...request, ...page }, options),
    compare: (a, b) =>
      compareText(scopeToPath(a.scope), scopeToPath(b.scope)) || compareText(a.hash, b.hash),
    cursorOf: ({ scope, hash }) => encodeCursor("tombstones", [scopeToPath(scope), hash]),
  });
}

function compareRefs(a: Ref, b: Ref): number {
  return compareText(scopeToPath(a.scope), scopeToPath(b.scope)) || compareText(a.id, b.id);
}

interface Ref {
  readonly scope: Scope;
  readonly id: string;
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b));
}
