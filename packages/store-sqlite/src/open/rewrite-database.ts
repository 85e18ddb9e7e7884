import type { Patience } from "../jobs/patience.js";
import type { SqlRows } from "../operations/sql-runner.js";
import { whenFree } from "./when-free.js";

const ERASED = "select erased, rewritten from erasure";
const REWRITTEN = "update erasure set rewritten = max(rewritten, ?)";

/** Whether something was erased since the file was last rewritten. */
export async function isRewriteDue(sql: SqlRows): Promise<boolean> {
  const { erased, rewritten } = await readCounters(sql);
  return erased > rewritten;
}

/**
 * Rewrites the file: SQLite overwrites what is deleted, but not the copies it leaves in unused
 * bytes when it moves rows from page to page. What other connections erase meanwhile stays to be
 * done.
 * @throws `SQLITE_BUSY` if others write for longer than this.
 */
export async function rewriteDatabase(sql: SqlRows, limit: Patience | number): Promise<void> {
  const { erased } = await readCounters(sql);
  await whenFree(limit, () => sql.rows("vacuum"));
  await whenFree(limit, () => sql.rows(REWRITTEN, erased));
}

async function readCounters(sql: SqlRows): Promise<{ erased: number; rewritten: number }> {
  const [counters] = await sql.rows<{ erased: number; rewritten: number }>(ERASED);
  return counters ?? { erased: 0, rewritten: 0 };
}
