import { close, closeSync, fdatasync, fdatasyncSync, open as openFile } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

import { SqliteError } from "../errors.js";

/** State of other work on a database. */
interface LogOthers {
  /** Returns another number after a commit of another connection. */
  readonly versionOfOthers: () => number;
  /** Returns true if writes wait, which go on during a flush on another thread. */
  readonly isBusy: () => boolean;
}

/** Duration of the last flush up to which one for a lone caller is not worth another thread. */
const QUICK_MS = 20;
/** Statements whose flush is short. */
const FEW = 256;

/**
 * Closes the logs of memories that nobody closed. Node does so for a `FileHandle`, but warns of it
 * on the console.
 */
const FORGOTTEN: FinalizationRegistry<number> = new FinalizationRegistry(closeSync);

/**
 * Flushes the write-ahead log on another thread, once for all calls that wait: their transactions
 * commit without a flush of their own, and each call answers when what it saw is on the disk.
 */
export class LogSync {
  /** Descriptor of the file. */
  readonly #file: number;
  readonly #others: LogOthers;
  #seenOfOthers = 0;
  /** Number of the newest state of the log, and of the newest that is on the disk. */
  #written = 1;
  #synced = 0;
  #running: Promise<void> | undefined;
  #failure: SqliteError | undefined;
  #lastMs = Number.POSITIVE_INFINITY;
  #statements = 0;

  constructor(file: number, others: LogOthers) {
    FORGOTTEN.register(this, file, this);
    this.#file = file;
    this.#others = others;
  }

  /** True once a flush has failed. What the disk has is unknown then, also after another flush. */
  get hasFailed(): boolean {
    return this.#failure !== undefined;
  }

  /** @throws `SqliteError` once a flush has failed. */
  requireWorking(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Notes a commit of so many statements. */
  noteCommit(statements: number): void {
    this.#written += 1;
    this.#statements += statements;
  }

  /** Notes commits of other connections, such as those of another process. */
  noteOthers(): void {
    const version = this.#others.versionOfOthers();
    if (version !== this.#seenOfOthers) this.#written += 1;
    this.#seenOfOthers = version;
  }

  /** Returns a promise to await until all that was noted is on the disk, or nothing if it is. */
  settle(): Promise<void> | undefined {
    return this.#synced >= this.#written ? undefined : this.#until(this.#written);
  }

  /** Flushes what is left and closes the file; `hasFailed` tells the outcome. */
  async close(): Promise<void> {
    await this.settle()?.catch(() => undefined);
    FORGOTTEN.unregister(this);
    await promisify(close)(this.#file);
  }

  async #until(wanted: number): Promise<void> {
    while (this.#synced < wanted) {
      this.requireWorking();
      // The call that began it notes the outcome.
      await (this.#running?.catch(() => undefined) ?? this.#sync());
    }
  }

  async #sync(): Promise<void> {
    const covered = this.#written;
    const isShort = this.#statements <= FEW && this.#lastMs < QUICK_MS;
    this.#statements = 0;
    const begun = performance.now();
    try {
      if (isShort && !this.#others.isBusy()) fdatasyncSync(this.#file);
      else await (this.#running = flush(this.#file));
      this.#synced = covered;
      this.#lastMs = performance.now() - begun;
    } catch (error) {
      this.#failure = new SqliteError("SQLITE_IOERR_FSYNC", "the log was not flushed", {
        cause: error,
      });
      throw this.#failure;
    } finally {
      this.#running = undefined;
    }
  }
}

function flush(file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fdatasync(file, (error) => (error ? reject(error) : resolve()));
  });
}

/**
 * Opens the log of a database for flushing. Returns `undefined` if this process may not. Unlike
 * the database itself, the log has no locks that closing it would drop.
 */
export async function openLogSync(
  database: string,
  others: LogOthers,
): Promise<LogSync | undefined> {
  // It also reports failures from before a flush, so it stays open as long as the database.
  const file = await promisify(openFile)(`${database}-wal`, "r+").catch(() => undefined);
  if (file === undefined) return undefined;
  const sync = new LogSync(file, others);
  try {
    // Another process may have died between its commit and its flush.
    await Promise.all([sync.settle(), syncFolder(dirname(database))]);
    return sync;
  } catch (error) {
    await sync.close();
    throw error;
  }
}

/** Flushes the names of files. SQLite does so for a log that it creates only as it writes to it. */
async function syncFolder(path: string): Promise<void> {
  // Windows has no such flush.
  const folder = await open(path, "r").catch(() => undefined);
  try {
    await folder?.sync().catch(() => undefined);
  } finally {
    await folder?.close();
  }
}
