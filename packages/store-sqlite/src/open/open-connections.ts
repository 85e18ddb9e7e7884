import { statSync, type BigIntStats } from "node:fs";

import type { Database } from "better-sqlite3";

import { SqliteError } from "../errors.js";
import { IndexFiles } from "../index/saved/index-files.js";
import { readIdentity } from "../index/saved/index-folder.js";
import { DiskReserve, DiskRoom } from "../maintain/disk-room.js";
import { Checkpoints, Maintenance, type MaintenanceQueues } from "../maintain/maintenance.js";
import { runOn, runOnFile } from "../maintain/sql-runner.js";
import type { ResolvedOptions } from "../options.js";
import { requireLayout } from "../schema/migrate.js";
import { Connection } from "../sql/connection.js";
import { openLogSync, type LogSync } from "../sql/log-sync.js";
import { maintenancePragmas, UNFLUSHED_COMMITS } from "../sql/pragmas.js";
import { openDatabase, openReader } from "./open-database.js";

/** The connections of a store. */
export interface Connections {
  readonly writer: Connection;
  /** Reads committed data during write transactions; the writer if there can be no other. */
  readonly reader: Connection;
  /** Opens another reader, which the caller closes; `undefined` if there can be no other. */
  readonly another: (() => Connection) | undefined;
  readonly maintenance: Maintenance;
  readonly checkpoints: Checkpoints;
  readonly files: OpenFiles;
  readonly room: DiskRoom;
  /** Saved indexes; `undefined` if the database is in memory. */
  readonly indexFiles: IndexFiles | undefined;
  /** Flushes commits; `undefined` if they flush themselves, or are not flushed. */
  readonly log: LogSync | undefined;
}

/** Returns true if what was written may be moved into the file: it is there, and flushed. */
export function isSound({ files, log }: Connections): boolean {
  return files.isInPlace && log?.hasFailed !== true;
}

/** Opens the database with as many connections as it allows. */
export async function openConnections(
  options: ResolvedOptions,
  queues: MaintenanceQueues,
): Promise<Connections> {
  const database = await openDatabase(options);
  const { busyTimeoutMs, durability } = options;
  const isLent = options.database !== undefined;
  const requireSameLayout = layoutGuard(database);
  let log: LogSync | undefined;
  const writer = new Connection(database, busyTimeoutMs, {
    isLent,
    afterCommit: (statements) => log?.noteCommit(statements),
    beforeWrite: () => {
      requireSameLayout();
      room.begin();
    },
  });
  const file = fileOf(database);
  // The store does not know a handle's key, and closing a second SQLite in this process would drop
  // the locks of the first.
  const isAlone = file === undefined || isLent;
  const sql = isAlone ? runOn(database) : runOnFile(file, maintenancePragmas(durability));
  const maintenance = new Maintenance(sql, queues, { file, busyTimeoutMs, isAlone });
  const checkpoints = new Checkpoints(maintenance, writer);
  const files = new OpenFiles(file);
  const room = new DiskRoom(writer, new DiskReserve(file));
  const indexFiles = file === undefined ? undefined : await listedFiles(file, writer);
  const shared = { writer, maintenance, checkpoints, files, room, indexFiles };
  if (isAlone) return { ...shared, reader: writer, another: undefined, log };
  const another = (): Connection => new Connection(openReader(database), busyTimeoutMs);
  try {
    const others = { versionOfOthers: othersOf(database), isBusy: () => queues.writes.isCrowded };
    if (durability === "full") log = await openLogSync(file, others);
    if (log) database.pragma(UNFLUSHED_COMMITS);
    return { ...shared, reader: another(), another, log };
  } catch (error) {
    await log?.close();
    writer.close();
    throw error;
  }
}

/** Runs work on a connection of its own. */
export async function onAnother<T>(
  another: () => Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = another();
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Lists the saved indexes, as far as they can be read: searches do without. */
async function listedFiles(file: string, connection: Connection): Promise<IndexFiles> {
  const files = new IndexFiles(file);
  try {
    await files.list(await readIdentity(connection));
  } catch {
    // The next write tries again.
  }
  return files;
}

const VERSION = "select schema_version from pragma_schema_version";

/** Returns a check for each writing transaction: repeats `requireLayout` if the schema changed. */
function layoutGuard(database: Database): () => void {
  const statement = database.prepare(VERSION).pluck();
  let known = statement.get();
  return () => {
    const version = statement.get();
    if (version === known) return;
    requireLayout(database);
    known = version;
  };
}

/** Returns a function whose result changes with each commit of another connection. */
function othersOf(database: Database): () => number {
  const statement = database.prepare("pragma data_version").pluck();
  return () => Number(statement.get());
}

function fileOf(database: Database): string | undefined {
  const rows = database.pragma("database_list") as {
    readonly name: string;
    readonly file: string;
  }[];
  const file = rows.find(({ name }) => name === "main")?.file;
  return file === "" ? undefined : file;
}

/**
 * The database file and its log as opened. On Unix their paths can come to name other files, or
 * none: what is written then is lost. A check takes about 1.5 µs per file.
 */
class OpenFiles {
  readonly #file: string | undefined;
  readonly #log: string;
  readonly #fileOpened: string | undefined;
  readonly #logOpened: string | undefined;

  /** @param file - Path of an open database with its log; `undefined` if it is in memory. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#log = `${file}-wal`;
    this.#fileOpened = file === undefined ? undefined : identityOf(file);
    this.#logOpened = file === undefined ? undefined : identityOf(this.#log);
  }

  /** True if the path still leads to the opened file. */
  get isInPlace(): boolean {
    // A database without a path is not on a file system.
    if (this.#file === undefined || this.#fileOpened === undefined) return true;
    return identityOf(this.#file) === this.#fileOpened;
  }

  /** @throws `SqliteError` if the database was moved, deleted or replaced. */
  requireFile(): void {
    if (!this.isInPlace) throw movedError();
  }

  /** @throws `SqliteError` if the database or its log was moved, deleted or replaced. */
  requireAll(): void {
    this.requireFile();
    if (this.#logOpened !== undefined && identityOf(this.#log) !== this.#logOpened) {
      throw movedError();
    }
  }
}

function movedError(): SqliteError {
  const message = "the path of an open file leads to another file, or to none";
  return new SqliteError("SQLITE_READONLY_DBMOVED", message);
}

function identityOf(path: string): string | undefined {
  const found: BigIntStats | undefined = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
