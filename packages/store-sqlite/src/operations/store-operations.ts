import type { CallOptions } from "@kioku/core";

import type { BackupOptions, BackupResult } from "./backup-options.js";
import type { StoreStats } from "./store-stats.js";

/** The result of `integrityCheck`. */
export interface IntegrityReport {
  /** True if nothing is wrong. */
  readonly ok: boolean;
  /** Problems in words, without the text of any memory. Unreadable records are named. */
  readonly problems: readonly string[];
}

/** The result of `vacuum`. */
export interface VacuumResult {
  /** How long the database was. */
  readonly bytesBefore: number;
  /**
   * How long it is now. Where other processes are reading, the file itself gets shorter when they
   * have ended.
   */
  readonly bytesAfter: number;
}

/** What can be done with the file of a store beside reading and writing memories. */
export interface StoreOperations {
  /**
   * Copies the database into one file, as it is when the call begins, while this and other
   * processes go on writing. The copy holds nothing that was erased, is on the disk, and has passed
   * the checks of `integrityCheck` before it gets its name; if anything fails, there is no file.
   * @param file - Where the copy goes: a path that is not taken, in a directory that exists.
   */
  backup(file: string, options?: BackupOptions): Promise<BackupResult>;
  /**
   * Reads the whole file and checks that it is sound: its pages, its indices, the keyword index,
   * and that all tables agree with each other. What it finds is in the report; it rejects only if
   * the check cannot be done.
   */
  integrityCheck(options?: CallOptions): Promise<IntegrityReport>;
  /**
   * Rewrites the file without the space that deletions left, which needs about twice as much free
   * disk as the file has. Writes wait meanwhile. If other processes write for too long, it rejects
   * with `retryable: true`.
   */
  vacuum(options?: CallOptions): Promise<VacuumResult>;
  /**
   * Says how much there is: records, bytes on the disk, and what is kept in memory for searches.
   */
  stats(options?: CallOptions): Promise<StoreStats>;
}
