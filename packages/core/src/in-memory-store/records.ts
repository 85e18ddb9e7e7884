import type { DeleteOptions, RecordRef, StrengthUpdate } from "../contracts/memory-store.js";
import type { Selection } from "../contracts/search.js";
import { requireFreeKey, takesWholeScopes } from "../contracts/store-helpers.js";
import type { DeleteOp, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import { BEFORE_ALL } from "../model/limits.js";
import type { MemoryRecord, RecordId } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { addRevision, authorship, lastVersion, revisionsOf, setRevisions } from "./history.js";
import { isCurrent, isExpired, isInScopes, matchesSelection } from "./selection.js";
import { copyRecord, type StoredRecord, type Tables } from "./tables.js";

/** Members of a stored record that references name it by. */
export type NamedRecord = Omit<StoredRecord, "search">;

/** Records by scope and id, such as a map with the keys of `recordKey`. */
export interface RecordsByKey<T extends NamedRecord> {
  get(key: string): T | undefined;
  values(): Iterable<T>;
}

/** Returns the record that a reference names at an instant; looks at all records unless by id. */
export function findRecord<T extends NamedRecord>(
  records: RecordsByKey<T>,
  ref: RecordRef,
  now: Date,
): T | undefined {
  if ("id" in ref) {
    const stored = records.get(recordKey(ref));
    return stored && !isExpired(stored.record, now) ? stored : undefined;
  }
  const path = scopeToPath(ref.scope);
  let found: T | undefined;
  for (const stored of records.values()) {
    if (stored.path !== path || !isNamed(stored, ref, now)) continue;
    if (found === undefined || isOlder(stored, found)) found = stored;
  }
  return found;
}

function isNamed(
  stored: NamedRecord,
  ref: Exclude<RecordRef, { readonly id: string }>,
  now: Date,
): boolean {
  if (isExpired(stored.record, now)) return false;
  if ("key" in ref) return stored.record.key === ref.key;
  if ("idempotencyKey" in ref) return stored.idempotencyKeys.includes(ref.idempotencyKey);
  return stored.contentHash === ref.contentHash && isCurrent(stored.record, now);
}

function isOlder(a: NamedRecord, b: NamedRecord): boolean {
  const between = a.record.createdAt.getTime() - b.record.createdAt.getTime();
  return (between || compareText(a.record.id, b.record.id)) < 0;
}

/** Refuses keys that other records of the scope hold, expired or not. */
export function requireUnusedKeys(
  tables: Tables,
  { id, scope, key }: Pick<MemoryRecord, "id" | "scope" | "key">,
  idempotencyKeys: readonly string[] = [],
): void {
  if (key !== undefined)
    requireFreeKey(id, findRecord(tables.records, { scope, key }, BEFORE_ALL)?.record);
  for (const idempotencyKey of idempotencyKeys) {
    const holder = findRecord(tables.records, { scope, idempotencyKey }, BEFORE_ALL);
    requireFreeKey(id, holder?.record, "idempotency key");
  }
}

/** Deletes one record, and with `purge` its history too, even if the record is gone already. */
export function deleteRecord(tables: Tables, op: DeleteOp): WriteResult {
  const version = tables.records.get(recordKey(op))?.record.version;
  if (op.ifVersion !== undefined && op.ifVersion !== version) {
    const found = version === undefined ? "there is no such record" : `it is at ${version}`;
    const problem = `record ${op.id} should be deleted at version ${op.ifVersion}`;
    throw new MemoryError("conflict", `${problem}, but ${found}`);
  }
  if (op.purge) return { applied: eraseRecord(tables, op) };
  if (version === undefined) return { applied: false };
  tables.records.delete(recordKey(op));
  addRevision(tables, op, {
    version: lastVersion(tables, op) + 1,
    change: "deleted",
    searchable: false,
    at: new Date(op.at),
    ...authorship(op),
  });
  return { applied: true };
}

/** Removes a record with its history. Returns false if there was neither. */
export function eraseRecord(tables: Tables, ref: RecordId): boolean {
  const key = recordKey(ref);
  const hadRecord = tables.records.delete(key);
  return tables.history.delete(key) || hadRecord;
}

/** Deletes the records of a selection and returns their ids. */
export function deleteSelected(
  tables: Tables,
  selection: Selection,
  { at, actor, cause, purge = false }: DeleteOptions,
): readonly RecordId[] {
  const refs = refsWhere(tables, (record) => matchesSelection(record, selection));
  for (const ref of refs) deleteRecord(tables, { ...ref, op: "delete", at, actor, cause, purge });
  if (purge && takesWholeScopes(selection)) {
    for (const [key, { scope }] of tables.history.entries()) {
      if (isInScopes(scope, selection)) tables.history.delete(key);
    }
  }
  return refs;
}

/** Erases the records that have expired and returns their ids. */
export function sweepExpired(tables: Tables, now: Date): readonly RecordId[] {
  const refs = refsWhere(tables, (record) => isExpired(record, now));
  for (const ref of refs) eraseRecord(tables, ref);
  return refs;
}

function refsWhere(tables: Tables, holds: (record: MemoryRecord) => boolean): RecordId[] {
  const records = [...tables.records.values()].map(({ record }) => record).filter(holds);
  return records.map(({ scope, id }) => ({ scope: [...scope], id }));
}

/** Replaces the strengths of the records that are there. */
export function strengthenRecords(tables: Tables, updates: readonly StrengthUpdate[]): void {
  for (const update of updates) {
    const stored = tables.records.get(recordKey(update));
    if (!stored) continue;
    const record = copyRecord({ ...stored.record, strength: update.strength });
    tables.records.set(recordKey(update), { ...stored, record });
    const revisions = revisionsOf(tables, update);
    const current = revisions.slice(-1).map((revision) => ({ ...revision, record }));
    setRevisions(tables, update, [...revisions.slice(0, -1), ...current]);
  }
}
