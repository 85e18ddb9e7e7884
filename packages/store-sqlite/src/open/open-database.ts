import { MemoryError } from "@kioku/core";
import type { Database } from "better-sqlite3";
import Driver from "better-sqlite3";
import { load as loadVectorFunctions } from "sqlite-vec";

import { isNoDatabase } from "../errors.js";
import { migrate, SCHEMA_VERSION } from "../migrations/migrate.js";
import type { ResolvedOptions } from "../options.js";
import { requireOurs } from "./database-identity.js";
import { openFile, useWriteAheadLog } from "./open-file.js";
import { READER_PRAGMAS, WRITER_PRAGMAS } from "./pragmas.js";
import { requireLayout } from "./require-layout.js";
import { requireUsable } from "./require-usable.js";
import type { SqliteHandle } from "./sqlite-handle.js";
import { requireSafeVersion } from "./sqlite-version.js";
import { whenFree } from "./when-free.js";

const OURS = { newest: SCHEMA_VERSION };

/**
 * Opens the database, makes or migrates its tables, and leaves it ready for work. A file that is
 * refused keeps every byte.
 * @throws `MemoryError` for what is ours to refuse, the driver's error otherwise.
 */
export async function openDatabase(options: ResolvedOptions): Promise<Database> {
  if (options.database) return prepareHandle(options.database, options);
  const database = await openFile(options.path, OURS);
  try {
    await prepareDatabase(database, options);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function prepareHandle(handle: SqliteHandle, options: ResolvedOptions): Promise<Database> {
  try {
    const database = requireUsable(handle);
    // Or it would hold the event loop while it waits for others.
    database.pragma("busy_timeout = 0");
    await prepareDatabase(database, options);
    return database;
  } catch (error) {
    if (!isNoDatabase(error)) throw error;
    throw new MemoryError(
      "store-failed",
      `database ${handle.name} cannot be read: it is no SQLite database, or its handle has no key or another one`,
      { cause: error },
    );
  }
}

/** Makes an open database ready for work. */
async function prepareDatabase(database: Database, options: ResolvedOptions): Promise<void> {
  await whenFree(options.busyTimeoutMs, () => {
    requireSafeVersion(database);
    requireOurs(database, OURS);
    if (!database.memory) useWriteAheadLog(database);
  });
  for (const pragma of WRITER_PRAGMAS[options.durability]) database.pragma(pragma);
  loadExtension(database);
  await whenFree(options.busyTimeoutMs, () => {
    migrate(database);
    requireLayout(database);
  });
}

/** One more connection to a database that is open and up to date; it cannot write. */
export function openReader(database: Database): Database {
  const reader = new Driver(database.name, { readonly: true, timeout: 0 });
  try {
    for (const pragma of READER_PRAGMAS) reader.pragma(pragma);
    loadExtension(reader);
    return reader;
  } catch (error) {
    reader.close();
    throw error;
  }
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
