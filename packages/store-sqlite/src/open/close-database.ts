import type { Database } from "better-sqlite3";

import { isBusy, isFull } from "../errors.js";

/**
 * Closes a database: whatever the write-ahead log holds moves into the file. If another connection
 * is in the way, or the disk is full, the next one to close does it.
 */
export function closeDatabase(database: Database): void {
  try {
    leaveDatabase(database);
  } finally {
    database.close();
  }
}

/**
 * The same for a handle that stays open, because it is its owner's to close; who has closed it
 * already is in no one's way.
 */
export function leaveDatabase(database: Database): void {
  if (!database.open || database.readonly) return;
  try {
    database.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    // On a full disk the log stays, with all that was acknowledged: the next connection reads it.
    if (!isBusy(error) && !isFull(error)) throw error;
  }
}
