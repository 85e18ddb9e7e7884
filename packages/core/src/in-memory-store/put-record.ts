import type { RecordRef } from "../contracts/memory-store.js";
import type { PutOp, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import type { MemoryRecord } from "../model/record.js";
import { scopeToPath } from "../model/scope-path.js";
import { copyRecord } from "./copy-record.js";
import { eraseRecord } from "./delete-record.js";
import { findRecord } from "./find-record.js";
import { addRevision, authorship, lastVersion } from "./history.js";
import { isExpired } from "./matches-selection.js";
import { requireUnusedKey } from "./require-unused-key.js";
import { storeSearch } from "./store-search.js";
import { identityOf } from "./tables.js";
import type { StoredRecord, Tables } from "./tables.js";

/** Writes one record, unless it has been written before. */
export function putRecord(tables: Tables, op: PutOp): WriteResult {
  eraseExpired(tables, op);
  const existing = findExisting(tables, op);
  if (existing) return { applied: false, record: copyRecord(existing.record) };
  checkVersion(tables, op.record);
  requireUnusedKey(tables, op.record);

  const before = tables.records.get(identityOf(op.record));
  const strength = before?.record.strength ?? op.record.strength;
  const record = copyRecord({ ...op.record, strength });
  const search = storeSearch(tables, op.search, before?.search);
  tables.records.set(identityOf(record), {
    record,
    path: scopeToPath(record.scope),
    contentHash: op.contentHash,
    idempotencyKeys: idempotencyKeys(op, before),
    search,
  });
  addRevision(tables, record, {
    version: record.version,
    change: op.change,
    at: record.updatedAt,
    ...authorship(op),
    searchable: search !== undefined,
    record,
  });
  return { applied: true, record: copyRecord(record) };
}

/** Makes way as `sweep` would: what has expired must not hold an id or a key. */
function eraseExpired(tables: Tables, { record, idempotencyKey }: PutOp): void {
  const path = scopeToPath(record.scope);
  for (const stored of tables.records.values()) {
    const isInTheWay =
      stored.path === path &&
      (stored.record.id === record.id ||
        (record.key !== undefined && stored.record.key === record.key) ||
        (idempotencyKey !== undefined && stored.idempotencyKeys.includes(idempotencyKey)));
    if (isInTheWay && isExpired(stored.record, record.updatedAt)) {
      eraseRecord(tables, stored.record);
    }
  }
}

/** The record that says that this put has happened already. */
function findExisting(tables: Tables, op: PutOp): StoredRecord | undefined {
  const { scope, updatedAt } = op.record;
  const refs: RecordRef[] = [];
  if (op.idempotencyKey !== undefined) refs.push({ scope, idempotencyKey: op.idempotencyKey });
  if (op.unlessDuplicate) refs.push({ scope, contentHash: op.contentHash });
  for (const ref of refs) {
    const found = findRecord(tables.records, ref, updatedAt);
    if (found) return found;
  }
  return undefined;
}

function checkVersion(tables: Tables, record: MemoryRecord): void {
  const expected = lastVersion(tables, record) + 1;
  if (record.version === expected) return;
  throw new MemoryError(
    "conflict",
    `record ${record.id} cannot be written as version ${record.version}: the next one is ${expected}`,
  );
}

function idempotencyKeys(op: PutOp, before: StoredRecord | undefined): readonly string[] {
  const earlier = before?.idempotencyKeys ?? [];
  return op.idempotencyKey === undefined ? earlier : [...earlier, op.idempotencyKey];
}
