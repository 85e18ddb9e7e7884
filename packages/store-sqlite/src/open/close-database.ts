import type { Database } from "better-sqlite3";

import { isBusy } from "../errors.js";
import { rewriteDatabase } from "./rewrite-database.js";

/**
 * Closes a database. If something was erased, the file is rewritten first, and whatever the write-ahead log holds moves into
 * it. If another connection is in the way, the next one to close does it.
 */
export function closeDatabase(database: Database): void {
  try {
    database.pragma("busy_timeout = 0");
    if (!database.memory) rewriteDatabase(database);
    database.pragma("wal_checkpoint(truncate)");
  } catch (error) {
    if (!isBusy(error)) throw error;
  } finally {
    database.close();
  }
}
