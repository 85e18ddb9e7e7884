import { FullError, isBusy, isFull } from "../errors.js";
import type { Patience } from "../jobs/patience.js";
import type { DiskReserve } from "../open/disk-reserve.js";
import { emptyLog } from "../open/empty-log.js";
import { whenFree } from "../open/when-free.js";
import type { Connection } from "../sql/connection.js";
import { rowsOf } from "./sql-runner.js";

const BYTES = "select page_count * page_size from pragma_page_count, pragma_page_size";
const FREE = "select freelist_count * page_size from pragma_freelist_count, pragma_page_size";

/** A write as far as it concerns the disk. */
export interface WriteOnDisk {
  /** True if it deletes; only such writes may use the reserve. */
  readonly frees: boolean;
  readonly patience: Patience;
}

/** Makes room where the disk is full: empties the log, and uses up the reserve for deletions. */
export class DiskRoom {
  readonly #writer: Connection;
  readonly #reserve: DiskReserve;

  constructor(writer: Connection, reserve: DiskReserve) {
    this.#writer = writer;
    this.#reserve = reserve;
  }

  /** To be called at the beginning of each transaction that writes. */
  begin(): void {
    this.#reserve.begin(this.#bytes());
  }

  /**
   * Keeps the reserve as large as the log needs it; to be called after each write. Returns false if
   * there is no room for it.
   */
  keep(): boolean {
    return this.#reserve.keep(this.#bytes(), this.#bytes(FREE));
  }

  /**
   * To be called before each write: where the reserve has no room, it empties the log first.
   * @throws `SQLITE_FULL` if only the reserve has room for the write, and it does not delete.
   */
  async require({ frees, patience }: WriteOnDisk): Promise<void> {
    if (this.#reserve.isWhole || this.keep()) return;
    if ((await this.make({ frees: false, patience })) || frees) return;
    throw new FullError("what is left of the disk is kept for deletions");
  }

  /**
   * Returns whether it is worth trying a write again; between transactions of the writer.
   * @param attempt - How often it has been tried.
   */
  async make({ frees, patience }: WriteOnDisk, attempt = 1): Promise<boolean> {
    // An empty log was not enough.
    if (frees && attempt > 1) return this.#reserve.lend(this.#bytes());
    if (await this.#emptyLog(patience)) {
      return this.keep() || (frees && this.#reserve.lend(this.#bytes()));
    }
    if (!this.#reserve.release()) return false;
    if (await this.#emptyLog(patience)) return this.keep() || frees;
    // Or the log could never move into the file once the deletion has used that space.
    this.keep();
    return frees && this.#reserve.lend(this.#bytes());
  }

  /** Removes the reserve when the database is closed. */
  close(): void {
    this.#reserve.close();
  }

  #bytes(sql = BYTES): number {
    return this.#writer.values<number>(sql)[0] ?? 0;
  }

  async #emptyLog(patience: Patience): Promise<boolean> {
    try {
      await whenFree(patience, () => emptyLog(rowsOf(this.#writer)));
      return true;
    } catch (error) {
      if (isFull(error) || isBusy(error)) return false;
      throw error;
    }
  }
}
