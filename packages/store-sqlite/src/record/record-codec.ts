import { pathToScope, scopeToPath } from "@kioku/core";
import type { MemoryRecord, Scope } from "@kioku/core";
import { columnsToRecord, recordToColumns } from "@kioku/core/stores";

import type { RecordRow } from "./record-row.js";

/** A record as it is stored. */
export function recordToRow(record: MemoryRecord): RecordRow {
  const columns = recordToColumns(record);
  return { ...columns, path: scopeToPath(record.scope), pinned: record.pinned ? 1 : 0 };
}

/** A record as it is read, a fresh copy that keeps `scope`. */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.path)): MemoryRecord {
  return columnsToRecord(row, scope);
}
