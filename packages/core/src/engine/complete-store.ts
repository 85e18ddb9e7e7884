import type { RecordHistory } from "../contracts/history.js";
import type {
  BulkMethods,
  CompleteStore,
  HistoryMethods,
  MemoryStore,
  VectorMethods,
} from "../contracts/memory-store.js";
import { eachPage, recordPages, takesWholeScopes } from "../contracts/store-helpers.js";
import type { WriteOp, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { parseFilter } from "../internal/check/parse-filter.js";
import { recordKey } from "../internal/record-key.js";
import { withMembers } from "../internal/with-members.js";
import type { CallOptions } from "../model/call-options.js";
import { compareText } from "../model/compare-text.js";
import { BEFORE_ALL, MAX_LIMIT } from "../model/limits.js";
import type { MemoryRecord, Page, RecordId, Revision } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";

/** Names the groups of methods that a store may leave out. */
export type StoreGroup = "vectors" | "history" | "threads" | "strength" | "bulk";

/** The methods of each group. */
export const STORE_METHODS: Readonly<Record<StoreGroup, readonly (keyof CompleteStore)[]>> = {
  vectors: ["vectors", "spaces", "countMissingVectors", "dropSpace"],
  history: ["history", "histories", "tombstones"],
  threads: ["neighbours"],
  strength: ["strengthen"],
  bulk: ["deleteWhere", "scopes", "sweep", "scrub"],
};

/** Returns true if a store has the methods of a group. */
export function hasMethods(store: MemoryStore, group: StoreGroup): boolean {
  return STORE_METHODS[group].every((method) => typeof store[method] === "function");
}

/** Returns the store, with missing methods made of others or rejecting with `unsupported`. */
export function completeStore(given: MemoryStore): CompleteStore {
  const store = given.shardOf ? withMembers(given, { write: writeByShard(given) }) : given;
  const groups = Object.keys(STORE_METHODS) as StoreGroup[];
  if (groups.every((group) => hasMethods(store, group))) return store as CompleteStore;
  const hasThreads = hasMethods(store, "threads");
  const missing: Partial<CompleteStore> = {
    ...(hasMethods(store, "vectors") ? {} : noVectors()),
    ...(hasMethods(store, "history") ? {} : presentAsHistory(store)),
    ...(hasThreads ? {} : { neighbours: unsupported(store, "neighbours") }),
    ...(hasMethods(store, "strength") ? {} : { strengthen: async () => undefined }),
    ...(hasMethods(store, "bulk") ? {} : pageByPage(store)),
    write: (ops, options) => writeSupported(store, ops, options),
    search: (request, options) =>
      store.search(hasThreads ? request : { ...request, around: 0 }, options),
  };
  return withMembers(store as CompleteStore, missing);
}

function unsupported(store: MemoryStore, what: string): () => Promise<never> {
  return async () => {
    throw new MemoryError("unsupported", `store "${store.name}" does not support ${what}`);
  };
}

function noVectors(): VectorMethods {
  return {
    vectors: async (_space, refs) => refs.map(() => undefined),
    spaces: async () => [],
    countMissingVectors: async () => 0,
    dropSpace: async () => 0,
  };
}

/** Answers from the present records, all of the scopes at once. */
function presentAsHistory(store: MemoryStore): HistoryMethods {
  return {
    async history(ref, { after = 0, signal } = {}) {
      const [record] = await store.get([ref], { now: BEFORE_ALL, signal });
      return record && record.version > after ? [toRevision(record)] : [];
    },
    async histories({ within, reach, at, ids, deleted }, options) {
      if (deleted === true) return { items: [] };
      const selection = { within, reach, includeArchived: true };
      const searchable = new Set<string>();
      for await (const page of recordPages(store, { ...selection, missingVectorIn: "" }, options)) {
        for (const record of page) searchable.add(recordKey(record));
      }
      const items: RecordHistory[] = [];
      for await (const page of recordPages(store, selection, options)) {
        for (const record of page) {
          if (ids?.includes(record.id) === false || (at && record.updatedAt > at)) continue;
          const { scope, id } = record;
          const isSearchable = searchable.has(recordKey(record));
          const revisions = [{ ...toRevision(record), searchable: isSearchable }];
          items.push({ scope, id, revisions, idempotencyKeys: [] });
        }
      }
      return { items: items.toSorted(compareIds) };
    },
    tombstones: async () => ({ items: [] }),
  };
}

function toRevision(record: MemoryRecord): Revision {
  const { version, updatedAt } = record;
  return { version, change: version === 1 ? "created" : "updated", at: updatedAt, record };
}

function compareIds(a: RecordId, b: RecordId): number {
  return compareText(scopeToPath(a.scope), scopeToPath(b.scope)) || compareText(a.id, b.id);
}

function pageByPage(store: MemoryStore): BulkMethods {
  const deleteWhere: BulkMethods["deleteWhere"] = async (selection, { signal, ...how }) => {
    const deleted: RecordId[] = [];
    const remove = async (refs: readonly RecordId[]): Promise<void> => {
      const ids = refs.map(({ scope, id }) => ({ scope, id }));
      const ops = ids.map((ref) => ({ op: "delete", ...ref, ...how }) as const);
      const results = ops.length === 0 ? [] : await store.write(ops, { signal });
      deleted.push(...ids.filter((_, index) => results[index]?.applied));
    };
    for await (const page of recordPages(store, selection, { signal })) await remove(page);
    const current = deleted.length;
    if (how.purge === true && takesWholeScopes(selection)) {
      const { within, reach } = selection;
      const left = { within, reach, deleted: true, limit: MAX_LIMIT };
      const read = async (cursor: string | undefined): Promise<Page<RecordHistory>> =>
        (await store.histories?.({ ...left, cursor }, { signal })) ?? { items: [] };
      for await (const page of eachPage(read)) await remove(page);
    }
    return deleted.slice(0, current);
  };
  return {
    deleteWhere,
    scopes: unsupported(store, "lists of scopes"),
    sweep: (now, options) => {
      const where = parseFilter({ "@expiresAt": { $lte: now.toISOString() } });
      const expired = { within: [[]], reach: "below", includeArchived: true, where } as const;
      return deleteWhere(expired, { ...options, at: now, purge: true });
    },
    scrub: async () => [`store "${store.name}" cannot make deleted data unreadable in its files`],
  };
}

function isWritten({ op }: WriteOp): boolean {
  return op !== "tombstone" && op !== "earlier";
}

/** Writes the ops that the store supports; what concerns history only is skipped without one. */
async function writeSupported(
  store: MemoryStore,
  ops: readonly WriteOp[],
  options?: CallOptions,
): Promise<readonly WriteResult[]> {
  if (hasMethods(store, "history")) return store.write(ops, options);
  if (ops.some((op) => op.op === "restore" || (op.op === "earlier" && op.revisions.length > 0))) {
    return unsupported(store, "imports, which need history")();
  }
  const written = ops.filter(isWritten);
  const results = written.length === 0 ? [] : [...(await store.write(written, options))];
  return ops.map((op) => (isWritten(op) ? results.shift() : undefined) ?? { applied: false });
}

/** Writes ops of several shards shard by shard. Ops of no scope go with the first one. */
function writeByShard(store: MemoryStore): MemoryStore["write"] {
  return async (ops, options) => {
    const shards = ops.map((op) => {
      if (op.op === "space") return undefined;
      return store.shardOf?.(op.op === "put" ? op.record.scope : op.scope);
    });
    const first = shards.find((shard) => shard !== undefined);
    const results: WriteResult[] = [];
    for (const indexes of Map.groupBy(ops.keys(), (at) => shards[at] ?? first).values()) {
      const part = indexes.flatMap((index) => ops[index] ?? []);
      const written = await store.write(part, options);
      for (const [at, result] of written.entries()) results[indexes[at] ?? 0] = result;
    }
    return results;
  };
}
