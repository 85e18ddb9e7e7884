import type { MemoryRecord } from "@kioku/core";
import { scopeToPath, requireFreeKey, requireKept } from "@kioku/core/toolkit";
import type {
  EarlierOp,
  RecordRef,
  RestoreOp,
  StoredRevision,
  WriteResult,
} from "@kioku/core/toolkit";

import { findRecord } from "../read/find-record.js";
import { recordToRow, rowToRecord } from "../record/record-codec.js";
import type { StoredRow } from "../record/stored-row.js";
import { eraseLeftHistory, eraseRecord } from "./delete-record.js";
import { eraseVersions, lastEnded, restoreVersion } from "./history-writer.js";
import { markErasure } from "./mark-erasure.js";
import { writeIdempotencyKey } from "./record-writer.js";
import { searchColumns } from "./search-writer.js";
import { storeRecord } from "./store-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Writes a record with its history in place of what is there. */
export function restoreRecord(transaction: WriteTransaction, op: RestoreOp): WriteResult {
  const { connection, scopes } = transaction;
  eraseWhatIsThere(transaction, op);
  const scope = scopes.idOf(scopeToPath(op.scope));
  const last = op.revisions.at(-1);
  const ended = last?.record === undefined ? op.revisions : op.revisions.slice(0, -1);
  for (const revision of ended) restoreVersion(connection, { scope, id: op.id }, revision);
  if (last?.record === undefined) return { applied: true };
  const { record } = last;
  requireFreeKeys(transaction, op, record);
  restoreCurrent(transaction, op, { ...last, record, scope });
  return { applied: true, record: rowToRecord(recordToRow(record)) };
}

/** Writes earlier versions of a record that is there, in place of those that history has. */
export function restoreEarlier(transaction: WriteTransaction, op: EarlierOp): WriteResult {
  const { connection, scopes } = transaction;
  const { id, before, revisions } = op;
  const scope = scopes.idOf(scopeToPath(op.scope));
  const current = findHolder(transaction, { scope: op.scope, id });
  requireKept(op, current?.version ?? lastEnded(connection, { scope, id }));
  if (eraseVersions(connection, { scope, id }, before)) markErasure(connection);
  for (const revision of revisions) restoreVersion(connection, { scope, id }, revision);
  return { applied: true };
}

function eraseWhatIsThere(transaction: WriteTransaction, { scope, id }: RestoreOp): void {
  const stored = findHolder(transaction, { scope, id });
  if (stored) eraseRecord(transaction, stored);
  else eraseLeftHistory(transaction, { scope, id });
}

function requireFreeKeys(
  transaction: WriteTransaction,
  { scope, id, idempotencyKeys }: RestoreOp,
  { key }: MemoryRecord,
): void {
  if (key !== undefined) requireFreeKey(id, findHolder(transaction, { scope, key }));
  for (const idempotencyKey of idempotencyKeys) {
    const holder = findHolder(transaction, { scope, idempotencyKey });
    requireFreeKey(id, holder, "idempotency key");
  }
}

/** Who holds an id or a key, expired or not. */
function findHolder({ connection }: WriteTransaction, ref: RecordRef): StoredRow | undefined {
  return findRecord(connection, ref, Number.NEGATIVE_INFINITY);
}

interface CurrentRevision extends StoredRevision {
  readonly record: MemoryRecord;
  /** The number of its scope. */
  readonly scope: number;
}

function restoreCurrent(
  transaction: WriteTransaction,
  { search, contentHash, idempotencyKeys }: RestoreOp,
  { record, change, actor, cause, scope }: CurrentRevision,
): void {
  const beside = {
    change,
    actor: actor ?? null,
    cause: cause ?? null,
    content_hash: contentHash,
    ...searchColumns(search, undefined),
  };
  const written = { row: recordToRow(record), beside };
  const place = storeRecord(transaction, written, { scope, search, before: undefined });
  for (const key of new Set(idempotencyKeys)) {
    writeIdempotencyKey(transaction.connection, place, key);
  }
}
