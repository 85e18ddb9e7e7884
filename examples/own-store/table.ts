import { MemoryError } from "@kioku/core";
import type { JsonObject } from "@kioku/core";
import {
  copyRecord,
  findRecord,
  isExpired,
  recordFromJson,
  recordKey,
  requireFreeKey,
  scopeToPath,
} from "@kioku/core/toolkit";
import type { NamedRecord, PutOp, SearchEntry, WriteOp, WriteResult } from "@kioku/core/toolkit";

/** A record and all that it is found by. Never changed, only replaced. */
interface Entry extends NamedRecord {
  readonly search?: SearchEntry | undefined;
}

/** All records, by scope and id. */
export type Table = Map<string, Entry>;

/** A change of a table: entries under their keys, `null` for those that went. */
export type Change = readonly (readonly [key: string, entry: Entry | null])[];

/** Returns how one table became another. */
export function changeOf(before: Table, after: Table): Change {
  const gone = [...before.keys()].filter((key) => !after.has(key));
  const written = [...after].filter(([key, entry]) => before.get(key) !== entry);
  return [...gone.map((key) => [key, null] as const), ...written];
}

/** Repeats a change that was read from JSON. */
export function redo(table: Table, change: Change): void {
  for (const [key, entry] of change) {
    if (entry)
      table.set(key, { ...entry, record: recordFromJson(entry.record as unknown as JsonObject) });
    else table.delete(key);
  }
}

/** Applies an op to a table in which those before it are done. */
export function apply(table: Table, op: WriteOp): WriteResult {
  if (op.op === "put") return put(table, op);
  if (op.op !== "delete") throw new MemoryError("unsupported", `this store has no ${op.op}`);
  const version = table.get(recordKey(op))?.record.version;
  if (op.ifVersion !== undefined && op.ifVersion !== version) {
    throw new MemoryError("conflict", `record ${op.id} has version ${version ?? "none"}`);
  }
  return { applied: table.delete(recordKey(op)) };
}

function put(table: Table, op: PutOp): WriteResult {
  const { scope, id, key, strength, updatedAt: now } = op.record;
  const { idempotencyKey, contentHash } = op;
  const byKey = key === undefined ? [] : [{ scope, key }];
  const byReplay = idempotencyKey === undefined ? [] : [{ scope, idempotencyKey }];
  for (const ref of [{ scope, id }, ...byKey, ...byReplay]) {
    const inTheWay = findRecord(table, ref, new Date(-8.64e15))?.record;
    if (inTheWay && isExpired(inTheWay, now)) table.delete(recordKey(inTheWay));
  }
  for (const ref of [...byReplay, ...(op.unlessDuplicate ? [{ scope, contentHash }] : [])]) {
    const existing = findRecord(table, ref, now);
    if (existing) return { applied: false, record: copyRecord(existing.record) };
  }
  const before = table.get(recordKey(op.record));
  const earlierKeys = before?.idempotencyKeys ?? [];
  const version = (before?.record.version ?? 0) + 1;
  if (op.record.version !== version) {
    throw new MemoryError("conflict", `the next version of record ${id} is ${version}`);
  }
  for (const ref of byKey) requireFreeKey(id, findRecord(table, ref, now)?.record);
  const record = copyRecord({ ...op.record, strength: before?.record.strength ?? strength });
  const search = op.search === "keep" ? before?.search : op.search;
  table.set(recordKey(record), {
    record,
    path: scopeToPath(scope),
    contentHash,
    idempotencyKeys: [...earlierKeys, ...byReplay.map((ref) => ref.idempotencyKey)],
    search: search === "none" ? undefined : search,
  });
  return { applied: true, record: copyRecord(record) };
}
