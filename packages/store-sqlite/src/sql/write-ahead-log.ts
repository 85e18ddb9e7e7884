import type { Database } from "better-sqlite3";

import { isBusy, isFull, SqliteError } from "../errors.js";
import type { SqlRows } from "./sql-text.js";

/**
 * Closes a database and moves its write-ahead log into the file, unless others hold locks or the
 * disk is full; then the next connection to close does so.
 */
export function closeDatabase(database: Database): void {
  try {
    leaveDatabase(database);
  } finally {
    database.close();
  }
}

/** Moves the log into the file, for a handle that its owner closes or has closed. */
export function leaveDatabase(database: Database): void {
  if (!database.open || database.readonly) return;
  try {
    database.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    // A full disk keeps the log, which the next connection reads.
    if (!isBusy(error) && !isFull(error)) throw error;
  }
}

/** `truncate` empties the log; after `restart` the next writer begins at its start. */
type LogEnd = "truncate" | "restart";

/**
 * Moves the write-ahead log into the file and restarts it.
 * @throws `SQLITE_BUSY` while another connection is using it.
 */
export async function emptyLog(sql: SqlRows, end: LogEnd = "truncate"): Promise<void> {
  const [state] = await sql.rows<{ busy: number }>(`pragma wal_checkpoint(${end})`);
  if (state?.busy !== 0)
    throw new SqliteError("SQLITE_BUSY", "another connection is using the write-ahead log");
}
