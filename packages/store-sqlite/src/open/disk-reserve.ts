import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, statSync, truncateSync, writeSync } from "node:fs";

/**
 * Room for one deletion, beyond the need of the log. A deletion may merge parts of the keyword
 * index, which grows with the database.
 */
const SLACK = { least: 262_144, most: 4_194_304, share: 1 / 16 } as const;
/** It grows by multiples of this. */
const STEP = 262_144;
/**
 * Where it is longer by this than it has to be, it gets shorter: the log was long and is not any
 * more.
 */
const TOO_MUCH = 67_108_864;
/** Errors of the system that say that there is no room. */
const NO_ROOM: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * A file beside the database that keeps disk space free: it goes when the disk is full and
 * something is to be deleted. Deletions write to the log first, and the log can give space back
 * only after what it holds has found room in the database file.
 */
export class DiskReserve {
  readonly #file: string | undefined;
  readonly #path: string;
  #isWhole = true;
  /** How long the database was when the transaction began. */
  #bytesBefore: number | undefined;
  /** By how much one transaction of this store made the database longer, at most. */
  #largestGrowth = 0;

  /** @param file - The database; `undefined` if it is in memory. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#path = `${file}-reserve`;
  }

  /** True if it had room to be as large as it has to be. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * Notes how long the database is when a transaction that writes begins: what others add is not
   * counted as its growth.
   */
  begin(databaseBytes: number): void {
    this.#bytesBefore = databaseBytes;
  }

  /**
   * Keeps as many bytes free as the database file lacks until the log has moved into it, and some
   * for the next transaction.
   * @param databaseBytes - How long the database is with what is in the log.
   * @param freeBytes - How much of it is free for what the next transaction adds.
   * @returns Whether there is room for that.
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

  /**
   * Gives back all but what the log needs to move into the database. Returns false if there was no
   * more.
   * @param databaseBytes - How long the database is with what is in the log.
   */
  lend(databaseBytes: number): boolean {
    const inLog = this.#inLog(databaseBytes);
    // Deletions make the database a little longer, too.
    const kept = inLog === 0 ? 0 : inLog + slackOf(databaseBytes) / 2;
    if (sizeOf(this.#path) <= kept) return false;
    shorten(this.#path, kept);
    this.#isWhole = false;
    return sizeOf(this.#path) <= kept;
  }

  /** Gives back all of its space. Returns false if there was none. */
  release(): boolean {
    if (this.#file === undefined || sizeOf(this.#path) === 0) return false;
    shorten(this.#path, 0);
    this.#isWhole = false;
    remove(this.#path);
    return sizeOf(this.#path) === 0;
  }

  /**
   * Removes it, unless the log is still there, which other connections have open or which had no
   * room in the database.
   */
  close(): void {
    if (this.#file === undefined || sizeOf(`${this.#file}-wal`) > 0) return;
    remove(this.#path);
  }

  /** Returns how many bytes the database file lacks until the log has moved into it. */
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
    // The directory is another user's: it stays.
  }
}

function shorten(path: string, bytes: number): void {
  try {
    truncateSync(path, bytes);
  } catch {
    // It is another user's, or not there: it stays as it is.
  }
}

/**
 * Appends bytes that no file system can leave out. Returns false if the disk has no room for them.
 */
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
    // Where no file can be made at all, for want of permission say, there is no reserve; writes go
    // on without it.
    return !NO_ROOM.has(String((error as NodeJS.ErrnoException).code));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
