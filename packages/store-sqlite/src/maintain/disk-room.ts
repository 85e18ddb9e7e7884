import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";

import { isBusy, isFull, SqliteError } from "../errors.js";
import type { Connection } from "../sql/connection.js";
import { retryWhileBusy, type BusyTimeout } from "../sql/scheduling.js";
import { emptyLog } from "../sql/write-ahead-log.js";

const BYTES = "select page_count * page_size from pragma_page_count, pragma_page_size";
const FREE = "select freelist_count * page_size from pragma_freelist_count, pragma_page_size";

interface WriteOnDisk {
  /** True if it only deletes; only such writes may use the reserve. */
  readonly frees: boolean;
  readonly timeout: BusyTimeout;
}

/** Makes room on a full disk: empties the log, and uses the reserve for deletions. */
export class DiskRoom {
  readonly #writer: Connection;
  readonly #reserve: DiskReserve;

  constructor(writer: Connection, reserve: DiskReserve) {
    this.#writer = writer;
    this.#reserve = reserve;
  }

  /** Call it at the beginning of each transaction that writes. */
  begin(): void {
    this.#reserve.begin(this.#bytes());
  }

  /** Resizes the reserve to the need of the log, after each write. Returns false without room. */
  keep(): boolean {
    return this.#reserve.keep(this.#bytes(), this.#bytes(FREE));
  }

  /**
   * Prepares a write: if the reserve lacks room, it empties the log first.
   * @throws `SQLITE_FULL` if only the reserve has room for the write, and it does not delete.
   */
  async require({ frees, timeout }: WriteOnDisk): Promise<void> {
    if (this.#reserve.isWhole || this.keep()) return;
    if ((await this.make({ frees: false, timeout })) || frees) return;
    throw new SqliteError("SQLITE_FULL", "the rest of the disk is reserved for deletions");
  }

  /** Makes room between transactions and returns true if the write is worth another attempt. */
  async make({ frees, timeout }: WriteOnDisk, attempt = 1): Promise<boolean> {
    // An empty log was not enough.
    if (frees && attempt > 1) return this.#reserve.lend(this.#bytes());
    if (await this.#emptyLog(timeout)) {
      return this.keep() || (frees && this.#reserve.lend(this.#bytes()));
    }
    if (!this.#reserve.release()) return false;
    if (await this.#emptyLog(timeout)) return this.keep() || frees;
    // Otherwise the log could never move into the file after the deletion used that space.
    this.keep();
    return frees && this.#reserve.lend(this.#bytes());
  }

  close(): void {
    this.#reserve.close();
  }

  #bytes(sql = BYTES): number {
    return this.#writer.values<number>(sql)[0] ?? 0;
  }

  async #emptyLog(timeout: BusyTimeout): Promise<boolean> {
    try {
      await retryWhileBusy(timeout, () => emptyLog(this.#writer));
      return true;
    } catch (error) {
      if (isFull(error) || isBusy(error)) return false;
      throw error;
    }
  }
}

/** Room for one deletion, which may merge parts of the keyword index: grows with the database. */
const SLACK = { least: 262_144, most: 4_194_304, share: 1 / 16 } as const;
const STEP = 262_144;
/** Excess above which the reserve shrinks. */
const TOO_MUCH = 67_108_864;
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * A file beside the database that reserves disk space for deletions. Those first write to the log,
 * and the log frees space only after its contents found room in the database file.
 */
export class DiskReserve {
  readonly #file: string | undefined;
  readonly #path: string;
  #isWhole = true;
  #bytesBefore: number | undefined;
  /** Largest growth of the database by one transaction of this store. */
  #largestGrowth = 0;

  /** @param file - The database; `undefined` if it is in memory. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#path = `${file}-reserve`;
  }

  /** True if it has its full size. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** Notes the length of the database before a write, so that growth by others does not count. */
  begin(databaseBytes: number): void {
    this.#bytesBefore = databaseBytes;
  }

  /**
   * Reserves the bytes that moving the log into the file needs, and some for the next transaction.
   * @param databaseBytes - Length of the database including the log.
   * @param freeBytes - How much of it is free for the next transaction.
   * @returns False if the disk has no room.
   */
  keep(databaseBytes: number, freeBytes: number): boolean {
    if (this.#file === undefined) return true;
    const growth = databaseBytes - (this.#bytesBefore ?? databaseBytes);
    this.#bytesBefore = undefined;
    this.#largestGrowth = Math.max(this.#largestGrowth, growth);
    const wanted =
      this.#inLog(databaseBytes) +
      Math.max(slackOf(databaseBytes), this.#largestGrowth - freeBytes);
    const missing = wanted - sizeOf(this.#path);
    if (missing < -TOO_MUCH) shorten(this.#path, wanted);
    this.#isWhole = missing <= 0 || grow(this.#path, Math.ceil(missing / STEP) * STEP);
    return this.#isWhole;
  }

  /** Frees all but what moving the log needs. Returns false if there was no more. */
  lend(databaseBytes: number): boolean {
    const inLog = this.#inLog(databaseBytes);
    // Deletions make the database a little longer, too.
    const kept = inLog === 0 ? 0 : inLog + slackOf(databaseBytes) / 2;
    if (sizeOf(this.#path) <= kept) return false;
    shorten(this.#path, kept);
    this.#isWhole = false;
    return sizeOf(this.#path) <= kept;
  }

  /** Frees all of its space. Returns false if there was none. */
  release(): boolean {
    if (this.#file === undefined || sizeOf(this.#path) === 0) return false;
    shorten(this.#path, 0);
    this.#isWhole = false;
    remove(this.#path);
    return sizeOf(this.#path) === 0;
  }

  /** Deletes the file, unless the log still needs it. */
  close(): void {
    if (this.#file === undefined || sizeOf(`${this.#file}-wal`) > 0) return;
    remove(this.#path);
  }

  /** Returns the bytes that the database file lacks until the log has moved into it. */
  #inLog(databaseBytes: number): number {
    return this.#file === undefined ? 0 : Math.max(0, databaseBytes - sizeOf(this.#file));
  }
}

function slackOf(databaseBytes: number): number {
  return Math.min(SLACK.most, Math.max(SLACK.least, Math.floor(databaseBytes * SLACK.share)));
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The directory belongs to another user.
  }
}

function shorten(path: string, bytes: number): void {
  try {
    truncateSync(path, bytes);
  } catch {
    // Missing, or owned by another user.
  }
}

/** Appends incompressible bytes. Returns false if the disk has no room. */
function grow(path: string, bytes: number): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "a", 0o600);
    const chunk = randomBytes(STEP);
    for (let left = bytes; left > 0; left -= chunk.length) {
      if (writeSync(file, chunk) < chunk.length) return false;
    }
    return true;
  } catch (error) {
    // If no file can be created at all, writes go on without a reserve.
    return !NO_ROOM.has(String((error as NodeJS.ErrnoException).code));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
