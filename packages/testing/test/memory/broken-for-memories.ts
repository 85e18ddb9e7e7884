import { MemoryError } from "@kioku/core";
import type { CallOptions, MemoryRecord } from "@kioku/core";
import type { CompleteStore, PutOp, RecordHistory, WriteOp } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import {
  mapOps,
  mapPuts,
  mapRecords,
  mapSelections,
  omit,
  recordOf,
} from "../broken/break-store.js";
import type { Defect } from "../broken/break-store.js";
import { LEAKS } from "./leaky-stores.js";

const BEFORE_ALL = new Date(-8.64e15);

/** Replaces records wherever they are read one by one. */
function mapGot(
  store: CompleteStore,
  map: (record: MemoryRecord) => MemoryRecord | undefined,
): CompleteStore {
  return replace(store, {
    get: async (refs, options) => {
      const found = await store.get(refs, options);
      return found.map((record) => record && map(record));
    },
  });
}

/** Replaces what histories say. */
function mapHistories(
  store: CompleteStore,
  map: (history: RecordHistory) => RecordHistory["revisions"],
): CompleteStore {
  return replace(store, {
    histories: async (request, options) => {
      const { items, ...rest } = await store.histories(request, options);
      return { ...rest, items: items.map((one) => ({ ...one, revisions: map(one) })) };
    },
  });
}

/** Replaces each op by one that is looked up first. */
function mapOpsLater(store: CompleteStore, map: (op: WriteOp) => Promise<WriteOp>): CompleteStore {
  return replace(store, {
    write: async (ops, options) => store.write(await Promise.all(ops.map(map)), options),
  });
}

/** Writes whatever version is there. */
async function writeOnTop(
  store: CompleteStore,
  ops: readonly WriteOp[],
  options?: CallOptions,
): ReturnType<CompleteStore["write"]> {
  try {
    return await store.write(ops, options);
  } catch (error) {
    const isLost = MemoryError.is(error, "conflict") && error.message.includes("version");
    if (!isLost) throw error;
    const next = await Promise.all(
      ops.map(async (op) => (op.op === "put" ? onTop(store, op) : op)),
    );
    return writeOnTop(store, next, options);
  }
}

async function onTop(store: CompleteStore, op: PutOp): Promise<PutOp> {
  const stored = await recordOf(store, op.record);
  return { ...op, record: { ...op.record, version: (stored?.version ?? 0) + 1 } };
}

/** The op with the vectors that the record had before, if it brings none of its own. */
async function withOldVectors(store: CompleteStore, op: PutOp): Promise<PutOp> {
  const { search, record } = op;
  if (typeof search === "string" || search.vectors.length > 0 || record.version === 1) return op;
  const vectors = [];
  for (const space of await store.spaces()) {
    const [values] = await store.vectors(space.id, [record]);
    if (values) vectors.push({ space: { id: space.id, dimensions: space.dimensions }, values });
  }
  return { ...op, search: { ...search, vectors } };
}

function leak(name: string): Defect["breakStore"] {
  const found = LEAKS.find((one) => one.name === name);
  if (!found) throw new Error(`no leak ${name}`);
  return found.breakStore;
}

/** Stores that break a promise of `Memory`, and the group of cases that must notice it. */
export const BROKEN_FOR_MEMORIES: readonly Defect[] = [
  {
    name: "keeps no metadata",
    group: "receipts",
    breakStore: (store) => mapRecords(store, (record) => ({ ...record, metadata: {} })),
  },
  {
    name: "writes only the first of a batch",
    group: "receipts",
    breakStore: (store) =>
      replace(store, { write: (ops, options) => store.write(ops.slice(0, 1), options) }),
  },
  {
    name: "finds a duplicate in another scope",
    group: "duplicates of memories",
    breakStore: leak("finds duplicates in every scope"),
  },
  {
    name: "knows no duplicates",
    group: "duplicates of memories",
    breakStore: (store) =>
      mapPuts(store, (op) => ({ ...op, contentHash: `${op.contentHash} ${op.record.id}` })),
  },
  {
    name: "knows no idempotency keys",
    group: "idempotency keys",
    breakStore: (store) => mapPuts(store, (op) => omit(op, "idempotencyKey")),
  },
  {
    name: "takes idempotency keys for those of other scopes",
    group: "idempotency keys",
    breakStore: leak("finds an idempotency key in every scope"),
  },
  {
    name: "keeps of each record only the last version",
    group: "idempotency keys",
    breakStore: (store) => mapHistories(store, ({ revisions }) => revisions.slice(-1)),
  },
  {
    name: "answers a replay with what it was given",
    group: "writers at once",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops, options);
          return results.map((result, index) => {
            const op = ops[index];
            return op?.op === "put" ? { ...result, record: op.record } : result;
          });
        },
      }),
  },
  {
    name: "says that everything was trusted",
    group: "trust",
    breakStore: (store) =>
      mapHistories(store, ({ revisions }) =>
        revisions.map(({ record, ...revision }) =>
          record ? { ...revision, record: { ...record, origin: "user", trust: 1 } } : revision,
        ),
      ),
  },
  {
    name: "lets the last writer win, whatever it has read",
    group: "writers at once",
    breakStore: (store) =>
      replace(store, { write: (ops, options) => writeOnTop(store, ops, options) }),
  },
  {
    name: "looks for duplicates before it writes, and not while it does",
    group: "writers at once",
    breakStore: (store) => mapPuts(store, (op) => ({ ...op, unlessDuplicate: false })),
  },
  {
    name: "forgets who must not be forgotten on an update",
    group: "versions of memories",
    breakStore: (store) =>
      mapRecords(store, (record) => (record.version > 1 ? { ...record, importance: 0.5 } : record)),
  },
  {
    name: "does not keep who did it",
    group: "history of memories",
    breakStore: (store) =>
      mapOps(store, (op) =>
        op.op === "put" || op.op === "delete" ? { ...op, actor: undefined } : op,
      ),
  },
  {
    name: "keeps only the last version",
    group: "history of memories",
    breakStore: (store) =>
      replace(store, {
        history: async (ref, options) => (await store.history(ref, options)).slice(-1),
      }),
  },
  {
    name: "lists what was superseded",
    group: "superseding",
    breakStore: (store) =>
      mapSelections(store, (selection) => ({ ...selection, validAt: undefined })),
  },
  {
    name: "gives what has expired",
    group: "expiry of memories",
    breakStore: (store) =>
      replace(store, { get: (refs, options) => store.get(refs, { ...options, now: BEFORE_ALL }) }),
  },
  {
    name: "recalls what has expired",
    group: "expiry of memories",
    breakStore: (store) => mapSelections(store, (selection) => ({ ...selection, now: undefined })),
  },
  {
    name: "keeps history although it is purged",
    group: "forgetting",
    breakStore: (store) =>
      replace(
        mapOps(store, (op) => (op.op === "delete" ? omit(op, "purge") : op)),
        {
          deleteWhere: (selection, options) => store.deleteWhere(selection, omit(options, "purge")),
        },
      ),
  },
  {
    name: "deletes all that the scope has for any filter",
    group: "forgetting",
    breakStore: (store) =>
      replace(store, {
        deleteWhere: (selection, options) => store.deleteWhere(omit(selection, "where"), options),
      }),
  },
  {
    name: "finds an id in every scope",
    group: "isolation of memories",
    breakStore: leak("finds an id in every scope"),
  },
  {
    name: "takes what is below for what is here",
    group: "isolation of memories",
    breakStore: (store) => mapSelections(store, (selection) => ({ ...selection, reach: "below" })),
  },
  {
    name: "knows only what is known now",
    group: "as of another moment",
    breakStore: (store) =>
      replace(store, {
        histories: (request, options) => store.histories(omit(request, "at"), options),
        history: async (ref, options) => (await store.history(ref, options)).slice(-1),
      }),
  },
  {
    name: "keeps the history of what is erased",
    group: "erasing",
    breakStore: (store) =>
      mapOps(store, (op) => (op.op === "delete" ? { ...op, purge: false } : op)),
  },
  // Seen by an import only.
  {
    name: "remembers nothing of what was erased",
    group: "erasing",
    breakStore: (store) => replace(store, { tombstones: () => Promise.resolve({ items: [] }) }),
  },
  {
    name: "counts versions to 65,535",
    group: "export and import",
    breakStore: (store) =>
      mapOps(store, (op) => {
        if (op.op !== "put" || op.record.version < 65_536) return op;
        throw new MemoryError("store-failed", "the version is out of range");
      }),
  },
  {
    name: "restores only the last version",
    group: "export and import",
    breakStore: (store) =>
      mapOps(store, (op) =>
        op.op === "restore" ? { ...op, revisions: op.revisions.slice(-1) } : op,
      ),
  },
  {
    name: "keeps the vector of a text that is gone",
    group: "reindex",
    breakStore: (store) =>
      mapOpsLater(store, async (op) => (op.op === "put" ? withOldVectors(store, op) : op)),
  },
  {
    name: "never says what lacks a vector",
    group: "reindex",
    breakStore: (store) =>
      replace(store, {
        list: async (request, options) =>
          request.missingVectorIn === undefined ? store.list(request, options) : { items: [] },
        countMissingVectors: () => Promise.resolve(0),
      }),
  },
  {
    name: "says that everything is trusted",
    group: "trust",
    breakStore: (store) => mapGot(store, (record) => ({ ...record, origin: "user", trust: 1 })),
  },
  {
    name: "searches without conditions",
    group: "shares",
    breakStore: (store) => mapSelections(store, (selection) => omit(selection, "where")),
  },
];
