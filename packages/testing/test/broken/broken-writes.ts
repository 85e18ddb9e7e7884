import { MemoryError } from "@kioku/core";
import type { CompleteStore, PutOp, WriteOp, WriteResult } from "@kioku/core/toolkit";

import { replace } from "../../src/support/replace.js";
import { identityOf, mapOps, mapPuts, mapRecords, omit, recordOf } from "./break-store.js";
import type { Defect } from "./break-store.js";

/** Rewrites a put for the version that is next, whatever it says. */
async function lastWriteWins(store: CompleteStore, op: WriteOp): Promise<WriteOp> {
  if (op.op !== "put") return op;
  const stored = await recordOf(store, op.record);
  return { ...op, record: { ...op.record, version: (stored?.version ?? 0) + 1 } };
}

async function writeOneByOne(
  store: CompleteStore,
  ops: readonly WriteOp[],
): Promise<readonly WriteResult[]> {
  const results: WriteResult[] = [];
  for (const op of ops) results.push(...(await store.write([op])));
  return results;
}

/** Returns true for a put of a version that this store forgets to write. */
function isUpdate(op: WriteOp): op is PutOp {
  return op.op === "put" && op.record.version > 1;
}

/** Defects of `write`. */
export const BROKEN_WRITES: readonly Defect[] = [
  {
    name: "loses a field",
    group: "round trip",
    breakStore: (store) => mapRecords(store, (record) => omit(record, "emotion")),
  },
  {
    name: "merges a new version into the one before",
    group: "round trip",
    breakStore: (store) =>
      replace(store, {
        write: async (ops) => {
          const merged = ops.map(async (op) =>
            op.op === "put"
              ? { ...op, record: { ...(await recordOf(store, op.record)), ...op.record } }
              : op,
          );
          return store.write(await Promise.all(merged));
        },
      }),
  },
  {
    name: "acknowledges updates that it does not write",
    group: "round trip",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          await store.write(
            ops.filter((op) => !isUpdate(op)),
            options,
          );
          return ops.map((op) =>
            isUpdate(op) ? { applied: true, record: op.record } : { applied: true },
          );
        },
      }),
  },
  {
    name: "keeps instants to the second",
    group: "round trip of values",
    breakStore: (store) =>
      mapRecords(store, (record) => ({
        ...record,
        createdAt: new Date(Math.floor(record.createdAt.getTime() / 1_000) * 1_000),
      })),
  },
  {
    name: "keeps numbers in single precision",
    group: "round trip of values",
    breakStore: (store) =>
      mapRecords(store, (record) => ({ ...record, trust: Math.fround(record.trust) })),
  },
  {
    name: "takes a value of null for none",
    group: "round trip of values",
    breakStore: (store) =>
      mapRecords(store, ({ value, ...record }) =>
        value === null || value === undefined ? record : { ...record, value },
      ),
  },
  {
    name: "normalises text",
    group: "hostile text",
    breakStore: (store) =>
      mapRecords(store, (record) => ({ ...record, content: record.content.normalize("NFC") })),
  },
  {
    name: "trims text",
    group: "hostile text",
    breakStore: (store) =>
      mapRecords(store, (record) => ({ ...record, content: record.content.trim() })),
  },
  {
    name: "cuts long text",
    group: "hostile text",
    breakStore: (store) =>
      mapRecords(store, (record) => ({ ...record, content: record.content.slice(0, 65_536) })),
  },
  {
    name: "lets the last write win",
    group: "versions",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) =>
          store.write(await Promise.all(ops.map((op) => lastWriteWins(store, op))), options),
      }),
  },
  {
    name: "does not look at ifVersion",
    group: "versions",
    breakStore: (store) =>
      mapOps(store, (op) => (op.op === "delete" ? { ...op, ifVersion: undefined } : op)),
  },
  {
    name: "writes a batch op by op",
    group: "atomicity",
    breakStore: (store) => replace(store, { write: (ops) => writeOneByOne(store, ops) }),
  },
  {
    name: "checks versions, then lets others in, then writes",
    group: "concurrency",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          for (const op of ops) {
            if (op.op !== "put") continue;
            const next = await lastWriteWins(store, op);
            if (next.op === "put" && next.record.version !== op.record.version) {
              throw new MemoryError("conflict", "another version is there");
            }
          }
          await new Promise((resolve) => setImmediate(resolve));
          return store.write(await Promise.all(ops.map((op) => lastWriteWins(store, op))), options);
        },
      }),
  },
  {
    name: "forgets idempotency keys",
    group: "idempotency",
    breakStore: (store) => mapPuts(store, (op) => ({ ...op, idempotencyKey: undefined })),
  },
  {
    name: "answers a replay with what was to be written",
    group: "idempotency",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops, options);
          return results.map(({ applied }, index) => {
            const op = ops[index];
            return op?.op === "put" ? { applied, record: op.record } : { applied };
          });
        },
      }),
  },
  {
    name: "does not know the idempotency key of an update",
    group: "idempotency",
    breakStore: (store) =>
      mapPuts(store, (op) => (op.record.version > 1 ? { ...op, idempotencyKey: undefined } : op)),
  },
  {
    name: "writes duplicates",
    group: "duplicates",
    breakStore: (store) => mapPuts(store, (op) => ({ ...op, unlessDuplicate: false })),
  },
  {
    name: "takes everything for a duplicate, asked or not",
    group: "duplicates",
    breakStore: (store) => mapPuts(store, (op) => ({ ...op, unlessDuplicate: true })),
  },
  {
    name: "takes a retired record for a duplicate",
    group: "duplicates",
    breakStore: (store) =>
      mapPuts(store, (op) => ({ ...op, record: { ...op.record, updatedAt: new Date(0) } })),
  },
  {
    name: "takes a key from the record that holds it",
    group: "keys",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const freed: WriteOp[] = [];
          for (const op of ops) {
            if (op.op !== "put" || op.record.key === undefined) continue;
            const { scope, key, id, updatedAt } = op.record;
            const [holder] = await store.get([{ scope, key }], { now: updatedAt });
            if (!holder || holder.id === id) continue;
            const record = { ...omit(holder, "key"), version: holder.version + 1 };
            freed.push({ ...op, record, idempotencyKey: undefined });
          }
          return (await store.write([...freed, ...ops], options)).slice(freed.length);
        },
      }),
  },
  {
    name: "keeps the key that a record had first",
    group: "keys",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const kept = ops.map(async (op) => {
            if (op.op !== "put" || op.record.version === 1) return op;
            const key = (await recordOf(store, op.record))?.key;
            return key === undefined ? op : { ...op, record: { ...op.record, key } };
          });
          return store.write(await Promise.all(kept), options);
        },
      }),
  },
  {
    name: "takes keys for each other that differ in case",
    group: "keys",
    breakStore: (store) =>
      replace(store, {
        get: (refs, options) =>
          store.get(
            refs.map((ref) => ("key" in ref ? { ...ref, key: ref.key.toLowerCase() } : ref)),
            options,
          ),
      }),
  },
  {
    name: "lets an expired record hold its key",
    group: "keys",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          for (const op of ops) {
            if (op.op !== "put" || op.record.key === undefined) continue;
            const { scope, key, id } = op.record;
            const [holder] = await store.get([{ scope, key }], { now: new Date(-8.64e15) });
            if (holder && holder.id !== id) throw new MemoryError("conflict", "the key is held");
          }
          return store.write(ops, options);
        },
      }),
  },
  {
    name: "accepts a vector of a text that has changed",
    group: "embed",
    breakStore: (store) => {
      const hashes = new Map<string, string>();
      return mapOps(store, (op) => {
        if (op.op === "put" && typeof op.search === "object") {
          hashes.set(identityOf(op.record), op.search.textHash);
        }
        return op.op === "embed"
          ? { ...op, textHash: hashes.get(identityOf(op)) ?? op.textHash }
          : op;
      });
    },
  },
  {
    name: "makes a version of an embed",
    group: "embed",
    breakStore: (store) =>
      replace(store, {
        write: async (ops, options) => {
          const results = await store.write(ops, options);
          for (const op of ops) {
            const record = op.op === "embed" ? await recordOf(store, op) : undefined;
            if (!record) continue;
            const next = { ...record, version: record.version + 1 };
            await store.write([
              { op: "put", record: next, change: "updated", search: "keep", contentHash: "" },
            ]);
          }
          return results;
        },
      }),
  },
];
