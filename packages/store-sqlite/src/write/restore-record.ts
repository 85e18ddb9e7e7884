import type { MemoryRecord } from "@kioku/core";
import { scopeToPath, requireFreeKey, requireKept } from "@kioku/core/toolkit";
import type {
  EarlierOp,
  RecordRef,
  RestoreOp,
  StoredRevision,
  WriteResult,
} from "@kioku/core/toolkit";

import { findRecord } from "../read/find-records.js";
import { recordToRow, rowToRecord, type StoredRow } from "../schema/rows.js";
import {
  eraseLeftHistory,
  eraseRecord,
  eraseVersions,
  lastEnded,
  markErasure,
  restoreVersion,
} from "./delete-record.js";
import { storeRecord, writeIdempotencyKey } from "./store-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Writes a record with its history, in place of the existing one. */
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

/** Replaces the earlier versions of an existing record. */
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

/** Returns the holder of an id or key, expired or not. */
function findHolder({ connection }: WriteTransaction, ref: RecordRef): StoredRow | undefined {
  return findRecord(connection, ref, Number.NEGATIVE_INFINITY);
}

interface CurrentRevision extends StoredRevision {
  readonly record: MemoryRecord;
  readonly scope: number;
}

function restoreCurrent(
  transaction: WriteTransaction,
  { search, contentHash, idempotencyKeys }: RestoreOp,
  { record, change, actor, cause, scope }: CurrentRevision,
): void {
  const written = { change, actor, cause, contentHash, row: recordToRow(record) };
  const location = storeRecord(transaction, written, { scope, search, before: undefined });
  for (const key of new Set(idempotencyKeys)) {
    writeIdempotencyKey(transaction.connection, location, key);
  }
}
