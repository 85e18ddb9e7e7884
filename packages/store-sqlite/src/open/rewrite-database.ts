import type { Database } from "better-sqlite3";

const ERASED = "select erased from erasure where erased > rewritten";
const REWRITTEN = "update erasure set rewritten = max(rewritten, ?)";

/**
 * Rewrites the file if something was erased since it was last rewritten: SQLite overwrites what is deleted, but not the copies
 * it leaves in unused bytes when it moves rows from page to page. What other connections erase meanwhile stays to be done.
 */
export function rewriteDatabase(database: Database): void {
  const erased: unknown = database.prepare(ERASED).pluck().get();
  if (erased === undefined) return;
  try {
    // The copy may be larger than memory.
    database.pragma("temp_store = file");
    database.exec("vacuum");
    database.prepare(REWRITTEN).run(erased);
  } finally {
    database.pragma("temp_store = memory");
  }
}
