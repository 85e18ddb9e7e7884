import type { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";

import { storeFailed, invalidInput } from "../errors.js";
import type { SqliteHandle } from "./sqlite-handle.js";

/**
 * Returns a usable handle as the driver's own type.
 * @throws `invalid-input` if it is closed, read-only, in a transaction or returns big integers.
 */
export function requireUsable(handle: SqliteHandle): Database {
  if (!handle.open) throw refused("is closed: open it and make a new store");
  if (handle.readonly) throw refused("is read-only: open it without readonly");
  if (handle.inTransaction) throw refused("is in a transaction: end it first");
  const database = handle as Database;
  if (typeof database.prepare("select 1").pluck().get() === "bigint") {
    throw refused("returns big integers: call defaultSafeIntegers(false)");
  }
  return database;
}

function refused(what: string): MemoryError {
  return invalidInput(`the handle in option database ${what}`);
}

/** First version without a bug that loses pages on log resets, https://sqlite.org/wal.html */
const OLDEST: readonly [number, number, number] = [3, 51, 3];

/** @throws `store-failed` if this SQLite could damage the file. */
export function requireSafeVersion(database: Database): void {
  const version = String(database.prepare("select sqlite_version()").pluck().get());
  if (isSafeVersion(version)) return;
  throw storeFailed(
    `SQLite ${version} can damage databases with a write-ahead log: update better-sqlite3 to one with SQLite ${OLDEST.join(".")} or newer`,
  );
}

/** @throws `store-failed` for other encodings: joining vectors as texts would convert them. */
export function requireUtf8(database: Database): void {
  const encoding: unknown = database.pragma("encoding", { simple: true });
  if (encoding === "UTF-8") return;
  throw storeFailed(
    `database ${database.name} keeps texts in ${String(encoding)}: make it with UTF-8, the default of SQLite`,
  );
}

/** Returns true if a version such as `3.51.3` is new enough. */
export function isSafeVersion(version: string): boolean {
  const parts = version.split(".").map(Number);
  for (const [index, least] of OLDEST.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}
