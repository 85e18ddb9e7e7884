import { pathToScope, takesWholeScopes } from "@kioku/core/toolkit";
import type { DeleteOptions, RecordId, Selection } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { findRow } from "../read/find-record.js";
import { selectedScopes } from "../read/selected-scopes.js";
import type { StoredRow } from "../record/stored-row.js";
import { oneOf } from "../sql/one-of.js";
import { selectionSql } from "../sql/selection-sql.js";
import type { StoreContext } from "../store-context.js";
import { endRecord, eraseRecord } from "./delete-record.js";
import { eraseHistoryOfScope } from "./history-writer.js";
import { markErasure } from "./mark-erasure.js";
import { inWriteTransaction } from "./write-transaction.js";
import type { WriteTransaction } from "./write-transaction.js";

const EXPIRED = "select row from records where expires_at is not null and expires_at <= ?";

/** Deletes every record of a selection and says which they were. */
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

/** Of records deleted earlier, too. */
function dropHistory({ connection }: WriteTransaction, selection: Selection): void {
  for (const { id } of selectedScopes(connection, selection)) {
    if (eraseHistoryOfScope(connection, id)) markErasure(connection);
  }
}

/** Removes every record that has expired, its history included, and says which they were. */
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

/** One record at a time is in memory, however many there are. */
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
