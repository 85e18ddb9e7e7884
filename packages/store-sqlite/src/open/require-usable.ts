import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";

import type { SqliteHandle } from "./sqlite-handle.js";

/**
 * The handle as the driver's own type, if the store can work with it as it is now.
 * @throws `invalid-input` if it is closed, may only read, is in a transaction or answers with big
 *   integers.
 */
export function requireUsable(handle: SqliteHandle): Database {
  if (!handle.open) throw refused("is closed: open it and make a new store");
  if (handle.readonly) throw refused("may only read: open it without readonly");
  if (handle.inTransaction) throw refused("is in a transaction: end it first");
  const database = handle as Database;
  if (typeof database.prepare("select 1").pluck().get() === "bigint") {
    throw refused("answers with big integers: call defaultSafeIntegers(false)");
  }
  return database;
}

function refused(what: string): MemoryError {
  return new MemoryError("invalid-input", `the handle in option database ${what}`);
}
