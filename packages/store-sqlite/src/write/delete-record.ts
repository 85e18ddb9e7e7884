import { MemoryError } from "@kioku/core";
import { pathToScope, recordToJson, scopeToPath, takesWholeScopes } from "@kioku/core/toolkit";
import type {
  DeleteOp,
  DeleteOptions,
  RecordId,
  Selection,
  StoredRevision,
  WriteResult,
} from "@kioku/core/toolkit";
import { sql } from "kysely";

import { findRecord, findRow } from "../read/find-records.js";
import { selectedScopes } from "../read/selected-scopes.js";
import { rowToRecord, type StoredRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";
import { oneOf, selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../sql/store-context.js";
import { deleteRow, eraseSearch } from "./store-record.js";
import { inWriteTransaction, type WriteTransaction } from "./write-transaction.js";

/** Deletes one record; `purge` deletes its history too, even if the record is gone already. */
export function deleteRecord(transaction: WriteTransaction, op: DeleteOp): WriteResult {
  const { scope, id, purge = false } = op;
  const stored = findRecord(transaction.connection, { scope, id }, Number.NEGATIVE_INFINITY);
  requireVersion(op, stored?.version);
  if (stored && purge) eraseRecord(transaction, stored);
  else if (stored) endRecord(transaction, stored, op);
  else if (purge) return { applied: eraseLeftHistory(transaction, op) };
  return { applied: stored !== undefined };
}

/** Deletes a record and keeps its history. */
function endRecord(transaction: WriteTransaction, stored: StoredRow, ending: Ending): void {
  keepVersion(transaction.connection, stored);
  keepDeletion(transaction.connection, stored, ending);
  removeRecord(transaction, stored);
}

/** Deletes a record with its history. */
export function eraseRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseHistory(transaction.connection, stored);
  removeRecord(transaction, stored);
  markErasure(transaction.connection);
}

function removeRecord(transaction: WriteTransaction, stored: StoredRow): void {
  eraseSearch(transaction, stored);
  deleteRow(transaction.connection, stored.row);
}

/** Deletes the history of a deleted record. Returns false if there was none. */
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

const EXPIRED = "select row from records where expires_at is not null and expires_at <= ?";

/** Deletes the records of a selection and returns their ids. */
export async function deleteSelected(
  context: StoreContext,
  selection: Selection,
  options: DeleteOptions,
): Promise<readonly RecordId[]> {
  const { purge = false } = options;
  return inWriteTransaction(context, async (transaction) => {
    const deleted = await removeEach(context, rowsOf(context, selection), (stored) => {
      if (purge) eraseRecord(transaction, stored);
      else endRecord(transaction, stored, options);
    });
    if (purge && takesWholeScopes(selection)) dropHistory(transaction, selection);
    return deleted;
  });
}

/** Deletes history, also of records deleted earlier. */
function dropHistory({ connection }: WriteTransaction, selection: Selection): void {
  for (const { id } of selectedScopes(connection, selection)) {
    if (connection.change(ERASE_SCOPE_HISTORY, id) > 0) markErasure(connection);
  }
}

/** Deletes all expired records with their history and returns their ids. */
export async function sweepExpired(context: StoreContext, now: Date): Promise<readonly RecordId[]> {
  return inWriteTransaction(context, (transaction) => {
    const rows = transaction.connection.values<number>(EXPIRED, now.getTime());
    return removeEach(context, rows, (stored) => eraseRecord(transaction, stored));
  });
}

function rowsOf({ connection, queries }: StoreContext, selection: Selection): number[] {
  const scopes = selectedScopes(connection, selection).map(({ id }) => id);
  const query = queries
    .selectFrom("records as r")
    .select("r.row")
    .where(oneOf(sql.ref("r.scope"), scopes))
    .where(selectionSql(selection))
    .orderBy("r.row");
  return connection.query(query.compile()).map(({ row }) => row);
}

/** Holds one record in memory at a time. */
async function removeEach(
  { connection, pause }: StoreContext,
  rows: readonly number[],
  remove: (stored: StoredRow) => void,
): Promise<RecordId[]> {
  const removed: RecordId[] = [];
  for (const row of rows) {
    const pausing = pause();
    if (pausing) await pausing;
    const stored = findRow(connection, row);
    if (!stored) continue;
    remove(stored);
    removed.push({ scope: pathToScope(stored.path), id: stored.id });
  }
  return removed;
}

const INSERT_VERSION =
  "insert into history (scope, id, version, change, actor, cause, recorded_at, searchable, snapshot) " +
  "values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
const ERASE_SCOPE_HISTORY = "delete from history where scope = ?";
const ERASE_BEFORE = "delete from history where scope = ? and id = ? and version < ?";
const LAST_VERSION =
  "select version from history where scope = ? and id = ? order by version desc limit 1";
const ERASE_HISTORY = "delete from history where scope = ? and id = ?";

/** A record's name in `history`, which outlives it. */
interface HistoryRef {
  readonly scope: number;
  readonly id: string;
}

/** Who ended a version, when and why. */
interface Ending {
  readonly at: Date;
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}

/** Adds a version to history that is about to be replaced or deleted. */
export function keepVersion(connection: Connection, stored: StoredRow): void {
  const { scope, id, version, change, actor, cause, updated_at: at } = stored;
  const snapshot = JSON.stringify(recordToJson(rowToRecord(stored)));
  const columns = [actor, cause, at, stored.text_hash === null ? 0 : 1, snapshot];
  connection.run(INSERT_VERSION, scope, id, version, change, ...columns);
}

/** Adds a deletion to history, which counts as a version. */
function keepDeletion(connection: Connection, deleted: StoredRow, ending: Ending): void {
  const { scope, id, version } = deleted;
  const { at, actor = null, cause = null } = ending;
  const columns = [actor, cause, at.getTime(), 0, null];
  connection.run(INSERT_VERSION, scope, id, version + 1, "deleted", ...columns);
}

/** Writes a version from another store. */
export function restoreVersion(
  connection: Connection,
  { scope, id }: HistoryRef,
  revision: StoredRevision,
): void {
  const { version, change, actor = null, cause = null, at, searchable, record } = revision;
  const snapshot = record === undefined ? null : JSON.stringify(recordToJson(record));
  const columns = [actor, cause, at.getTime(), searchable ? 1 : 0, snapshot];
  connection.run(INSERT_VERSION, scope, id, version, change, ...columns);
}

/** Deletes the earlier versions of a record. Returns false if there were none. */
function eraseHistory(connection: Connection, { scope, id }: HistoryRef): boolean {
  return connection.change(ERASE_HISTORY, scope, id) > 0;
}

/** Deletes the versions of a record before one. Returns false if there were none. */
export function eraseVersions(
  connection: Connection,
  { scope, id }: HistoryRef,
  before: number,
): boolean {
  return connection.change(ERASE_BEFORE, scope, id, before) > 0;
}

/** Returns the last version in history of a record, 0 if there is none. */
export function lastEnded(connection: Connection, { scope, id }: HistoryRef): number {
  return connection.values<number>(LAST_VERSION, scope, id)[0] ?? 0;
}

const MARK = "update erasure set erased = erased + 1 where id = 1";

/** Notes an erasure: the file has to be rewritten before its unused bytes are clean, too. */
export function markErasure(connection: Connection): void {
  connection.run(MARK);
}
