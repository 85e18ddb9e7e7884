import { randomBytes } from "node:crypto";
import { closeSync, openSync, rmSync, statSync, writeSync } from "node:fs";

/** The least that it has beyond what the log needs: enough for the deletion of a large record. */
const SLACK = 262_144;
/** It grows by multiples of this. */
const STEP = 262_144;

/**
 * A file beside the database that keeps disk space free: it goes when the disk is full and something is to be deleted. Deletions
 * write to the log first, and the log can give space back only after what it holds has found room in the database file.
 */
export class DiskReserve {
  readonly #file: string | undefined;
  readonly #path: string;
  #isWhole = true;
  #databaseBytes: number | undefined;
  /** By how much one transaction made the database longer, at most. */
  #largestGrowth = 0;

  /** @param file - The database; `undefined` if it is in memory. */
  constructor(file: string | undefined) {
    this.#file = file;
    this.#path = `${file}-reserve`;
  }

  /** Whether it had room to be as large as it has to be. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /**
   * Keeps as many bytes free as the database file lacks until the log has moved into it, and some for the next transaction.
   * @param databaseBytes - How long the database is with what is in the log.
   * @returns Whether there is room for that.
   */
  keep(databaseBytes: number): boolean {
    if (this.#file === undefined) return true;
    const growth = databaseBytes - (this.#databaseBytes ?? databaseBytes);
    this.#databaseBytes = databaseBytes;
    this.#largestGrowth = Math.max(this.#largestGrowth, growth);
    const inLog = Math.max(0, databaseBytes - sizeOf(this.#file));
    const wanted = inLog + Math.max(SLACK, this.#largestGrowth);
    const missing = wanted - sizeOf(this.#path);
    this.#isWhole = missing <= 0 || grow(this.#path, Math.ceil(missing / STEP) * STEP);
    return this.#isWhole;
  }

  /** Gives its space back. Returns false if there was none. */
  release(): boolean {
    const isThere = this.#file !== undefined && sizeOf(this.#path) > 0;
    if (isThere) rmSync(this.#path, { force: true });
    return isThere;
  }

  /** Removes it, unless the log is still there, which other connections have open or which had no room in the database. */
  close(): void {
    if (this.#file === undefined || sizeOf(`${this.#file}-wal`) > 0) return;
    rmSync(this.#path, { force: true });
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Appends bytes that no file system can leave out. Returns false if it cannot. */
function grow(path: string, bytes: number): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "a", 0o600);
    const chunk = randomBytes(STEP);
    for (let left = bytes; left > 0; left -= chunk.length) {
      if (writeSync(file, chunk) < chunk.length) return false;
    }
    return true;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
