import { open } from "node:fs/promises";
import { resolve } from "node:path";

import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";

import { checkPath, isThere } from "./check-path.js";
import { requireOurs } from "./database-identity.js";
import type { ExpectedIdentity } from "./database-identity.js";

/**
 * A connection to a file, which is made if it is not there, or to a database in memory. Whose it is
 * has been looked at only where there is a log.
 */
export async function openFile(path: string, expected: ExpectedIdentity): Promise<Database> {
  const inMemory = path === ":memory:";
  // Absolute, so that a name such as "file:x?mode=ro" is a name and no URI.
  const file = inMemory ? path : resolve(path);
  if (!inMemory) {
    await checkPath(file);
    if (await isThere(`${file}-wal`)) inspectWithLog(file, expected);
    await createPrivately(file);
  }
  // Without patience at first: see `whenFree`.
  return new Driver(file, { timeout: 0 });
}

/**
 * Makes a file that only its owner may read, unless one is there; SQLite gives the log the same
 * permissions.
 */
async function createPrivately(file: string): Promise<void> {
  // Where that fails, the file is there, or SQLite says what is wrong.
  const handle = await open(file, "wx", 0o600).catch(() => undefined);
  await handle?.close();
}

/**
 * A connection that may write moves the log into the file when it is the last to close; one that
 * may only read does not, so it goes first where there is a log that may be someone else's.
 */
function inspectWithLog(file: string, expected: ExpectedIdentity): void {
  const database = new Driver(file, { readonly: true });
  try {
    requireOurs(database, expected);
  } finally {
    database.close();
  }
}

/** @throws `store-failed` where there can be none. */
export function useWriteAheadLog(database: Database): void {
  const mode: unknown = database.pragma("journal_mode = wal", { simple: true });
  if (mode === "wal") return;
  throw new MemoryError(
    "store-failed",
    `database ${database.name} cannot have a write-ahead log (journal mode ${String(mode)}): keep it on a local disk`,
  );
}
