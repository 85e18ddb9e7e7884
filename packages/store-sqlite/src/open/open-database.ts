import { constants } from "node:fs";
import { access, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";

import Driver from "better-sqlite3";
import type { Database } from "better-sqlite3";
import { getLoadablePath } from "sqlite-vec";

import { hasCode, storeFailed } from "../errors.js";
import { statIfThere } from "../maintain/backup-target.js";
import type { ResolvedOptions } from "../options.js";
import { migrate, requireLayout, requireOurs, SCHEMA_VERSION } from "../schema/migrate.js";
import type { ExpectedIdentity } from "../schema/migrate.js";
import { READER_PRAGMAS, WRITER_PRAGMAS } from "../sql/pragmas.js";
import { retryWhileBusy } from "../sql/scheduling.js";
import { outsideArchive } from "./outside-archive.js";
import { requireSafeVersion, requireUsable, requireUtf8 } from "./require-usable.js";
import type { SqliteHandle } from "./sqlite-handle.js";

const OURS = { newest: SCHEMA_VERSION };

/**
 * Opens the database and creates or migrates its tables. A refused file keeps every byte.
 * @throws `MemoryError` for what the store refuses, the driver's error otherwise.
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
    // Otherwise it would block the event loop while waiting for others.
    database.pragma("busy_timeout = 0");
    await prepareDatabase(database, options);
    return database;
  } catch (error) {
    if (!hasCode(error, "SQLITE_NOTADB")) throw error;
    throw storeFailed(
      `database ${handle.name} cannot be read: it is not an SQLite database, or the handle lacks its key`,
      error,
    );
  }
}

async function prepareDatabase(database: Database, options: ResolvedOptions): Promise<void> {
  await retryWhileBusy(options.busyTimeoutMs, () => {
    requireSafeVersion(database);
    requireOurs(database, OURS);
    requireUtf8(database);
    if (!database.memory) useWriteAheadLog(database);
  });
  for (const pragma of WRITER_PRAGMAS[options.durability]) database.pragma(pragma);
  loadExtension(database);
  await retryWhileBusy(options.busyTimeoutMs, () => {
    migrate(database);
    requireLayout(database);
  });
}

/** Opens one more, read-only connection to an open database that is up to date. */
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

/** Loads by the C interface only: `load_extension` in SQL stays forbidden. */
function loadExtension(database: Database): void {
  try {
    database.loadExtension(outsideArchive(getLoadablePath()));
  } catch (error) {
    throw storeFailed(
      `sqlite-vec cannot be loaded on ${process.platform}-${process.arch}: install its package for this platform`,
      error,
    );
  }
}

/** Opens or creates a file, or a database in memory. Checks the owner only if there is a log. */
export async function openFile(path: string, expected: ExpectedIdentity): Promise<Database> {
  const inMemory = path === ":memory:";
  // Absolute, so that a name such as "file:x?mode=ro" is not a URI.
  const file = inMemory ? path : resolve(path);
  if (!inMemory) {
    await checkPath(file);
    if (await hasContent(`${file}-wal`)) inspectWithLog(file, expected);
    await createPrivately(file);
  }
  // Fails at once when locked: see `retryWhileBusy`.
  return new Driver(file, { timeout: 0 });
}

/** Creates a file that only its owner may read; SQLite gives the log the same mode. */
async function createPrivately(file: string): Promise<void> {
  // If it fails, the file exists, or SQLite reports the problem.
  const handle = await open(file, "wx", 0o600).catch(() => undefined);
  await handle?.close();
}

/** Checks the owner on a read-only connection, which moves no log into the file. */
function inspectWithLog(file: string, expected: ExpectedIdentity): void {
  const database = new Driver(file, { readonly: true });
  try {
    requireOurs(database, expected);
  } finally {
    database.close();
  }
}

/** @throws `store-failed` if write-ahead logging is impossible. */
export function useWriteAheadLog(database: Database): void {
  const mode: unknown = database.pragma("journal_mode = wal", { simple: true });
  if (mode === "wal") return;
  throw storeFailed(
    `database ${database.name} cannot have a write-ahead log (journal mode ${String(mode)}): keep it on a local disk`,
  );
}

/** Minimum page size. SQLite takes a shorter file for an empty database and overwrites it. */
const LEAST_BYTES = 512;

/**
 * Checks what SQLite reports unclearly. Never opens the file: closing it would drop locks of other
 * connections of this process, https://sqlite.org/howtocorrupt.html (2.2).
 * @throws `store-failed` if the directory is missing, or the file is a directory, may not be
 *   written or is too short.
 */
async function checkPath(file: string): Promise<void> {
  const directory = await statIfThere(dirname(file));
  if (directory?.isDirectory() !== true) {
    const what = directory ? "is a file" : "is missing: create it first";
    throw storeFailed(`directory ${dirname(file)} of the database ${what}`);
  }
  const found = await statIfThere(file);
  if (found?.isDirectory() === true) {
    throw storeFailed(`database path ${file} is a directory: name a file in it`);
  }
  if (!found) return;
  await requireWritable(file);
  if (found.size > 0 && found.size < LEAST_BYTES) {
    throw storeFailed(
      `file ${file} is not an SQLite database: choose another path, or move the file away`,
    );
  }
}

async function hasContent(file: string): Promise<boolean> {
  const found = await statIfThere(file);
  return found !== undefined && found.size > 0;
}

async function requireWritable(file: string): Promise<void> {
  await access(file, constants.R_OK | constants.W_OK).catch((error: unknown) => {
    throw storeFailed(
      `database ${file} is not readable and writable for this process: change its permissions`,
      error,
    );
  });
}
