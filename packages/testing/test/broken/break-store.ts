import type { MemoryRecord, Scope } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type {
  CompleteStore,
  ListRequest,
  PutOp,
  RecordId,
  Selection,
  WriteOp,
} from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";

/** One thing that a store does wrong, and the group of cases that must notice it. */
export interface Defect {
  readonly name: string;
  readonly group: string;
  readonly breakStore: (store: CompleteStore) => CompleteStore;
}

/** Replaces ops before they are written. */
export function mapOps(store: CompleteStore, map: (op: WriteOp) => WriteOp): CompleteStore {
  return replace(store, {
    write: (ops, options) =>
      store.write(
        ops.map((op) => map(op)),
        options,
      ),
  });
}

/** Replaces puts before they are written. */
export function mapPuts(store: CompleteStore, map: (op: PutOp) => PutOp): CompleteStore {
  return mapOps(store, (op) => (op.op === "put" ? map(op) : op));
}

/** Replaces records before they are written. */
export function mapRecords(
  store: CompleteStore,
  map: (record: MemoryRecord) => MemoryRecord,
): CompleteStore {
  return mapPuts(store, (op) => ({ ...op, record: map(op.record) }));
}

/** Replaces selections, wherever one is given. The map may ask the store. */
export function mapSelections(
  store: CompleteStore,
  map: (selection: Selection) => Selection | Promise<Selection>,
): CompleteStore {
  return replace(store, {
    search: async (request, options) =>
      store.search({ ...request, selection: await map(request.selection) }, options),
    list: async (request, options) => store.list({ ...request, ...(await map(request)) }, options),
    deleteWhere: async (selection, options) => store.deleteWhere(await map(selection), options),
    neighbours: async (request, options) =>
      store.neighbours({ ...request, selection: await map(request.selection) }, options),
  });
}

/** Every record of every scope, whatever its state. */
export const EVERYTHING: ListRequest = {
  within: [[]],
  reach: "below",
  includeArchived: true,
  orderBy: "createdAt",
  order: "asc",
  limit: 1_000,
};

/** Every record there is. */
export async function allRecords(
  store: CompleteStore,
  selection: Selection = EVERYTHING,
): Promise<readonly MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.list({ ...EVERYTHING, ...selection, cursor });
    records.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return records;
}

/** The record under this id, whatever its state. */
export async function recordOf(
  store: CompleteStore,
  { scope, id }: RecordId,
): Promise<MemoryRecord | undefined> {
  const [record] = await store.get([{ scope, id }], { now: new Date(-8.64e15) });
  return record;
}

/** A text that is the same for the same scope and id. */
export function identityOf({ scope, id }: RecordId): string {
  return `${scopeToPath(scope)} ${id}`;
}

/** Takes scopes for each other that become the same text. */
export function confuseScopes(store: CompleteStore, fold: (scope: Scope) => string): CompleteStore {
  return mapSelections(store, async (selection) => {
    const { items } = await store.scopes([], { limit: 1_000 });
    const texts = new Set(selection.within.map((scope) => fold(scope)));
    return { ...selection, within: items.filter((scope) => texts.has(fold(scope))) };
  });
}

/** A copy without one member. */
export function omit<T extends object, K extends keyof T>(value: T, name: K): Omit<T, K> {
  const copy = { ...value };
  Reflect.deleteProperty(copy, name);
  return copy;
}
