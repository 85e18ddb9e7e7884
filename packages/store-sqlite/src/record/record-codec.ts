import { MemoryError } from "@kioku/core";
import type { MemoryRecord, Scope } from "@kioku/core";
import { pathToScope, scopeToPath, columnsToRecord, recordToColumns } from "@kioku/core/toolkit";

import type { RecordRow } from "./record-row.js";

/** A record as it is stored. */
export function recordToRow(record: MemoryRecord): RecordRow {
  const columns = recordToColumns(record);
  return { ...columns, path: scopeToPath(record.scope), pinned: record.pinned ? 1 : 0 };
}

/**
 * Returns a record as it is read, a fresh copy that keeps `scope`.
 * @throws `store-failed` naming the record if the row is damaged.
 */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.path)): MemoryRecord {
  try {
    return columnsToRecord(row, scope);
  } catch (error) {
    throw new MemoryError(
      "store-failed",
      `record ${row.id} of scope "${row.path}" cannot be read: its metadata, value or sources are damaged; ` +
        "restore a backup, or forget it by its id with purge",
      { cause: error },
    );
  }
}
