import type { Database } from "better-sqlite3";

import { isBusy } from "../errors.js";

/**
 * Closes a database. Whatever the write-ahead log holds moves into the file, and if something was erased, the file is
 * rewritten first: SQLite overwrites what is deleted, but not the copies it leaves in unused bytes when it moves rows
 * from page to page. If another connection is in the way, the next one to close does it.
 */
export function closeDatabase(database: Database): void {
  try {
    database.pragma("busy_timeout = 0");
    if (!database.memory && isErasurePending(database)) rewrite(database);
    database.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}

function isErasurePending(database: Database): boolean {
  return database.prepare("select pending from erasure").pluck().get() === 1;
}

function rewrite(database: Database): void {
  // The copy may be larger than memory.
  database.pragma("temp_store = file");
  database.exec("vacuum; update erasure set pending = 0");
}
