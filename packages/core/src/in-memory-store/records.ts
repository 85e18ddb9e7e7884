import type { DeleteOptions, RecordRef, StrengthUpdate } from "../contracts/memory-store.js";
import type { Selection } from "../contracts/search.js";
import { takesWholeScopes } from "../contracts/store-helpers.js";
import type { DeleteOp, RecordId, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { compareText } from "../model/compare-text.js";
import { recordFromJson, recordToJson } from "../model/record-json.js";
import type { JsonObject, MemoryRecord, Revision } from "../model/record.js";
import { scopeToPath } from "../model/scope.js";
import { addRevision, authorship, lastVersion } from "./history.js";
import { isCurrent, isExpired, isInScopes, matchesSelection } from "./selection.js";
import { identityOf, refOfIdentity } from "./tables.js";
import type { StoredRecord, Tables } from "./tables.js";

/**
 * A copy that shares nothing, as any database would return it: by way of JSON, members that are
 * `undefined` left out.
 */
export function copyRecord(record: MemoryRecord): MemoryRecord {
  return recordFromJson(JSON.parse(JSON.stringify(recordToJson(record))) as JsonObject);
}

/** A copy of one version of a record that shares nothing. */
export function copyRevision<R extends Revision>(revision: R): R {
  const { record } = revision;
  return {
    ...revision,
    at: new Date(revision.at),
    ...(record === undefined ? {} : { record: copyRecord(record) }),
  };
}

/** What a reference names at an instant. */
export function findRecord(tables: Tables, ref: RecordRef, now: Date): StoredRecord | undefined {
  if ("id" in ref) {
    const stored = tables.records.get(identityOf(ref));
    return stored && !isExpired(stored.record, now) ? stored : undefined;
  }
  const path = scopeToPath(ref.scope);
  let found: StoredRecord | undefined;
  for (const stored of tables.records.values()) {
    if (stored.path !== path || !isNamed(stored, ref, now)) continue;
    if (found === undefined || isOlder(stored, found)) found = stored;
  }
  return found;
}

type SoughtRef = Exclude<RecordRef, { readonly id: string }>;

function isNamed(stored: StoredRecord, ref: SoughtRef, now: Date): boolean {
  if (isExpired(stored.record, now)) return false;
  if ("key" in ref) return stored.record.key === ref.key;
  if ("idempotencyKey" in ref) return stored.idempotencyKeys.includes(ref.idempotencyKey);
  return stored.contentHash === ref.contentHash && isCurrent(stored.record, now);
}

function isOlder(a: StoredRecord, b: StoredRecord): boolean {
  const between = a.record.createdAt.getTime() - b.record.createdAt.getTime();
  return (between || compareText(a.record.id, b.record.id)) < 0;
}

/**
 * Deletes one record, and with `purge` its history too, even if the record itself is gone already.
 */
export function deleteRecord(tables: Tables, op: DeleteOp): WriteResult {
  const version = tables.records.get(identityOf(op))?.record.version;
  if (op.ifVersion !== undefined && op.ifVersion !== version) {
    const found = version === undefined ? "there is no such record" : `it is at ${version}`;
    throw new MemoryError(
      "conflict",
      `record ${op.id} should be deleted at version ${op.ifVersion}, but ${found}`,
    );
  }
  if (op.purge) return { applied: eraseRecord(tables, op) };
  if (version === undefined) return { applied: false };
  tables.records.delete(identityOf(op));
  addRevision(tables, op, {
    version: lastVersion(tables, op) + 1,
    change: "deleted",
    searchable: false,
    at: new Date(op.at),
    ...authorship(op),
  });
  return { applied: true };
}

/** Removes a record without a trace and says whether there was any. */
export function eraseRecord(tables: Tables, ref: RecordId): boolean {
  const identity = identityOf(ref);
  const hadRecord = tables.records.delete(identity);
  return tables.history.delete(identity) || hadRecord;
}

/** Deletes every record selected and says which they were. */
export function deleteSelected(
  tables: Tables,
  selection: Selection,
  options: DeleteOptions,
): readonly RecordId[] {
  const { at, actor, cause, purge = false } = options;
  const refs = refsWhere(tables, (record) => matchesSelection(record, selection));
  for (const ref of refs) deleteRecord(tables, { ...ref, op: "delete", at, actor, cause, purge });
  if (purge && takesWholeScopes(selection)) dropHistory(tables, selection);
  return refs;
}

/** Of records deleted earlier, too. */
function dropHistory(tables: Tables, selection: Selection): void {
  for (const identity of tables.history.keys()) {
    if (isInScopes(refOfIdentity(identity).scope, selection)) tables.history.delete(identity);
  }
}

/** Erases every record that has expired and says which they were. */
export function sweepExpired(tables: Tables, now: Date): readonly RecordId[] {
  const refs = refsWhere(tables, (record) => isExpired(record, now));
  for (const ref of refs) eraseRecord(tables, ref);
  return refs;
}

function refsWhere(tables: Tables, holds: (record: MemoryRecord) => boolean): RecordId[] {
  const refs: RecordId[] = [];
  for (const { record } of tables.records.values()) {
    if (holds(record)) refs.push({ scope: [...record.scope], id: record.id });
  }
  return refs;
}

/** Replaces the strengths of the records that are there. */
export function strengthenRecords(tables: Tables, updates: readonly StrengthUpdate[]): void {
  for (const update of updates) {
    const stored = tables.records.get(identityOf(update));
    if (!stored) continue;
    const record = copyRecord({ ...stored.record, strength: update.strength });
    tables.records.set(identityOf(update), { ...stored, record });
    const revisions = tables.history.get(identityOf(update)) ?? [];
    const ended = revisions.slice(0, -1);
    const current = revisions.slice(-1).map((revision) => ({ ...revision, record }));
    tables.history.set(identityOf(update), [...ended, ...current]);
  }
}
