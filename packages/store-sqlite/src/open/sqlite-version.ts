import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";

/**
 * The first version without the bug that could lose pages when a write-ahead log is reset,
 * https://sqlite.org/wal.html
 */
const OLDEST: readonly [number, number, number] = [3, 51, 3];

/** @throws `store-failed` if this SQLite could damage the file. */
export function requireSafeVersion(database: Database): void {
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  if (isSafeVersion(version)) return;
  throw new MemoryError(
    "store-failed",
    `SQLite ${version} can damage databases with a write-ahead log: update better-sqlite3 to one with SQLite ${OLDEST.join(".")} or newer`,
  );
}

/** Whether a version such as `3.51.3` is new enough. */
export function isSafeVersion(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
