import type { CallOptions } from "@kioku/core";
import { checkBoolean, checkFunction, checkMembers, type SpaceState } from "@kioku/core/toolkit";

/** Result of `integrityCheck`. */
export interface IntegrityReport {
  /** True if nothing is wrong. */
  readonly ok: boolean;
  /** Problems, without the text of any memory. Unreadable records are named. */
  readonly problems: readonly string[];
}

/** Result of `vacuum`. */
export interface VacuumResult {
  /** Length of the database before. */
  readonly bytesBefore: number;
  /** Length after. While other processes read, the file itself shrinks only later. */
  readonly bytesAfter: number;
}

/** Operations on the file of a store. */
export interface StoreOperations {
  /**
   * Copies a snapshot of the database to one file while this and other processes go on writing. The
   * copy holds nothing erased, is on the disk, and has passed `integrityCheck` before it gets its
   * name. If anything fails, there is no file.
   * @param file - Path of the copy: not taken, in an existing directory.
   */
  backup(file: string, options?: BackupOptions): Promise<BackupResult>;
  /**
   * Reads the whole file and checks its pages, its indexes, the keyword index, and that all tables
   * agree. Problems are in the report; it rejects only if the check cannot be done.
   */
  integrityCheck(options?: CallOptions): Promise<IntegrityReport>;
  /**
   * Rewrites the file without the space that deletions left, which needs twice its size in free
   * disk space. Writes wait meanwhile. Rejects with `retryable: true` if other processes write too
   * long.
   */
  vacuum(options?: CallOptions): Promise<VacuumResult>;
  /** Returns numbers of records, bytes on the disk, and memory use of indexes. */
  stats(options?: CallOptions): Promise<StoreStats>;
}

/** Options of `backup`. */
export interface BackupOptions extends CallOptions {
  /**
   * True to replace an existing file once the copy is complete.
   * @defaultValue `false`
   */
  readonly overwrite?: boolean | undefined;
  /** Called from time to time, and once at the end of copying. What it throws ends the backup. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Progress of a backup. */
export interface BackupProgress {
  /** Bytes written so far. */
  readonly bytes: number;
  /** Approximate length of the copy. */
  readonly totalBytes: number;
}

/** Result of `backup`. */
export interface BackupResult {
  /** Length of the copy. */
  readonly bytes: number;
  /** Number of records in it. */
  readonly records: number;
  /** Duration including verification. */
  readonly durationMs: number;
}

/**
 * Checks the options and fills in the defaults.
 * @throws `invalid-input` naming the option and what is allowed.
 */
export function resolveBackupOptions(
  options: BackupOptions = {},
): BackupOptions & { readonly overwrite: boolean } {
  checkMembers(options, "backup", ["overwrite", "onProgress", "signal"]);
  const { overwrite = false, onProgress } = options;
  if (onProgress !== undefined) checkFunction(onProgress, "option onProgress");
  return { ...options, overwrite: checkBoolean(overwrite, "option overwrite") };
}

/** Size of a store. */
export interface StoreStats {
  /** Number of records, including archived and expired ones. */
  readonly records: number;
  /** Number of records that can be found by their text. */
  readonly documents: number;
  /** Number of scopes with records. */
  readonly scopes: number;
  /** The vector spaces, by id. */
  readonly spaces: readonly SpaceStats[];
  /** Length of the database. */
  readonly bytes: number;
  /** Unused bytes of it: new memories use them first, `vacuum` frees them. */
  readonly freeBytes: number;
  /** Length of the write-ahead log; 0 for a database in memory. */
  readonly walBytes: number;
  /** Memory use of indexes. */
  readonly index: IndexStats;
}

/** Size of a vector space. */
export interface SpaceStats {
  /** Name of the space. */
  readonly id: string;
  /** Width of its vectors. */
  readonly dimensions: number;
  /** Number of vectors. */
  readonly vectors: number;
  /** State of the space: recalls use `ready` ones. */
  readonly state: SpaceState;
}

/** Memory use of the indexes that spare searches of large scopes from reading the file. */
export interface IndexStats {
  /** Bytes in use, without `vectorsBytes`. */
  readonly bytes: number;
  /** Limit of both together: option `indexBytes`. */
  readonly limitBytes: number;
  /** Number of indexed scopes and scope trees. */
  readonly ranges: number;
  /** Number of loads since the store was opened. If it keeps growing, `limitBytes` is too small. */
  readonly loads: number;
  /** Number of indexed records, counted once for each range. */
  readonly records: number;
  /** Bytes of codes of vectors and of their signs. */
  readonly codesBytes: number;
  /** Bytes of posting lists. */
  readonly postingsBytes: number;
  /** Bytes of recently compared whole vectors: at most an eighth of the limit. */
  readonly vectorsBytes: number;
}
