import { resolve } from "node:path";

import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";
import { load as loadVectorFunctions } from "sqlite-vec";

import { migrate, SCHEMA_VERSION } from "../migrations/migrate.js";
import type { ResolvedOptions } from "../options.js";
import { checkPath, isThere } from "./check-path.js";
import { readIdentity, requireOurs } from "./database-identity.js";
import { PRAGMAS } from "./pragmas.js";
import { requireSafeVersion } from "./sqlite-version.js";
import { whenFree } from "./when-free.js";

/**
 * Opens the database, makes or migrates its tables, and leaves it ready for work. A file that is refused keeps every byte.
 * @throws `MemoryError` for what is ours to refuse, the driver's error otherwise.
 */
export async function openDatabase(options: ResolvedOptions): Promise<Database> {
  const inMemory = options.path === ":memory:";
  // Absolute, so that a name such as "file:x?mode=ro" is a name and no URI.
  const file = inMemory ? options.path : resolve(options.path);
  if (!inMemory) {
    await checkPath(file);
    if (await isThere(`${file}-wal`)) inspectWithLog(file);
  }
  // Without patience at first: see `whenFree`.
  const database = new Driver(file, { timeout: 0 });
  try {
    await whenFree(options.busyTimeoutMs, () => {
      requireSafeVersion(database);
      requireOurs(readIdentity(database), SCHEMA_VERSION, file);
      if (!inMemory) useWriteAheadLog(database);
    });
    database.pragma(`busy_timeout = ${options.busyTimeoutMs}`);
    for (const pragma of PRAGMAS) database.pragma(pragma);
    loadExtension(database);
    migrate(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * A connection that may write moves the log into the file when it is the last to close; one that may only read does not,
 * so it goes first where there is a log that may be someone else's.
 */
function inspectWithLog(file: string): void {
  const database = new Driver(file, { readonly: true });
  try {
    requireOurs(readIdentity(database), SCHEMA_VERSION, file);
  } finally {
    database.close();
  }
}

function useWriteAheadLog(database: Database): void {
  const mode: unknown = database.pragma("journal_mode = wal", { simple: true });
  if (mode === "wal") return;
  throw new MemoryError(
    "store-failed",
    `database ${database.name} cannot have a write-ahead log (journal mode ${String(mode)}): keep it on a local disk`,
  );
}

/** The C interface only: `load_extension` in SQL stays forbidden. */
function loadExtension(database: Database): void {
  try {
    loadVectorFunctions(database);
  } catch (error) {
    throw new MemoryError(
      "store-failed",
      `sqlite-vec cannot be loaded on ${process.platform}-${process.arch}: install its package for this platform`,
      { cause: error },
    );
  }
}
