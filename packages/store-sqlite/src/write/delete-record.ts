import { MemoryError } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { DeleteOp, RecordId, WriteResult } from "@kioku/core/toolkit";

import { findRecord } from "../read/find-record.js";
import type { StoredRow } from "../record/stored-row.js";
import { eraseHistory, keepDeletion, keepVersion } from "./history-writer.js";
import type { Ending } from "./history-writer.js";
import { markErasure } from "./mark-erasure.js";
import { deleteRow } from "./record-writer.js";
import { eraseSearch } from "./search-writer.js";
import type { WriteTransaction } from "./write-transaction.js";

/**
 * Deletes one record, and with `purge` its history too, even if the record itself is gone already.
 */
export function deleteRecord(transaction: WriteTransaction, op: DeleteOp): WriteResult {
  const { scope, id, purge = false } = op;
  const stored = findRecord(transaction.connection, { scope, id }, Number.NEGATIVE_INFINITY);
  requireVersion(op, stored?.version);
  if (stored && purge) eraseRecord(transaction, stored);
  else if (stored) endRecord(transaction, stored, op);
  else if (purge) return { applied: eraseLeftHistory(transaction, op) };
  return { applied: stored !== undefined };
}

/** Deletes a record; its versions and the deletion stay in history. */
export function endRecord(transaction: WriteTransaction, stored: StoredRow, ending: Ending): void {
  keepVersion(transaction.connection, stored);
  keepDeletion(transaction.connection, stored, ending);
  removeRecord(transaction, stored);
}

/** Removes a record without a trace. */
export function eraseRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseHistory(transaction.connection, stored);
  removeRecord(transaction, stored);
  markErasure(transaction.connection);
}

function removeRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseSearch(transaction, stored);
  deleteRow(transaction.connection, stored.row);
}

/** Drops the history of a record that is there no more, and says whether there was any. */
export function eraseLeftHistory({ connection, scopes }: WriteTransaction, ref: RecordId): boolean {
  const scope = scopes.find(scopeToPath(ref.scope));
  const erased = scope !== undefined && eraseHistory(connection, { scope, id: ref.id });
  if (erased) markErasure(connection);
  return erased;
}

function requireVersion({ id, ifVersion }: DeleteOp, version: number | undefined): void {
  if (ifVersion === undefined || ifVersion === version) return;
  const found = version === undefined ? "there is no such record" : `it is at ${version}`;
  throw new MemoryError(
    "conflict",
    `record ${id} should be deleted at version ${ifVersion}, but ${found}`,
  );
}
