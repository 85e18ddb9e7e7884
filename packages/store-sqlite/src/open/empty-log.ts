import { BusyError } from "../errors.js";
import type { SqlRows } from "../operations/sql-runner.js";

/**
 * How far the write-ahead log reaches: `truncate` leaves an empty file, after `restart` the next
 * writer begins at its start.
 */
export type LogEnd = "truncate" | "restart";

/**
 * Moves the write-ahead log into the file and begins it anew.
 * @throws `SQLITE_BUSY` while another connection is using it.
 */
export async function emptyLog(sql: SqlRows, end: LogEnd = "truncate"): Promise<void> {
  const [state] = await sql.rows<{ busy: number }>(`pragma wal_checkpoint(${end})`);
  if (state?.busy !== 0) throw new BusyError("another connection is using the write-ahead log");
}
