import { MemoryError, scopeToPath } from "@kioku/core";
import type { DeleteOp, WriteResult } from "@kioku/core";

import { findRecord } from "../read/find-record.js";
import type { StoredRow } from "../record/stored-row.js";
import { eraseHistory, keepDeletion, keepVersion } from "./history-writer.js";
import type { Ending } from "./history-writer.js";
import { deleteRow } from "./record-writer.js";
import { eraseSearch } from "./search-writer.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Makes the file be rewritten when it is closed. */
const MARK_ERASURE = "update erasure set pending = 1 where pending = 0";

/** Deletes one record, and with `purge` its history too, even if the record itself is gone already. */
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
  keepVersion(transaction.connection, stored, ending.at);
  keepDeletion(transaction.connection, stored, ending);
  removeRecord(transaction, stored);
}

/** Removes a record without a trace. */
export function eraseRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseHistory(transaction.connection, stored);
  removeRecord(transaction, stored);
  transaction.connection.run(MARK_ERASURE);
}

function removeRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseSearch(transaction, stored);
  deleteRow(transaction.connection, stored.row);
}

function eraseLeftHistory({ connection, scopes }: WriteTransaction, op: DeleteOp): boolean {
  const scope = scopes.find(scopeToPath(op.scope));
  const erased = scope !== undefined && eraseHistory(connection, { scope, id: op.id });
  if (erased) connection.run(MARK_ERASURE);
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
