import type { CallOptions, Memory, MemoryRoot } from "@kioku/core";
import type { SqliteStore } from "@kioku/store-sqlite";

import type { ObjectStore } from "./object-store.js";

/** Where backups are, and what opens them. */
export interface BackupPlace extends CallOptions {
  /** The place: a folder, or a bucket. It holds the backups of one database. */
  readonly objects: ObjectStore;
  /**
   * Secret that backups are encrypted with, at least 12 characters. All backups of a place have the
   * same one, or none.
   * @defaultValue none
   */
  readonly key?: string | undefined;
  /** @defaultValue `() => new Date()` */
  readonly clock?: (() => Date) | undefined;
}

/** Options of long calls. */
export interface BackupCall extends BackupPlace {
  /** Folder of this user for temporary files, made if missing. Its disk holds a copy at times. */
  readonly stagingFolder: string;
  /** Called from time to time. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined;
}

/** Progress of a backup or a restore. */
export interface BackupProgress {
  /** Work that is being done. */
  readonly step: "copy" | "send" | "fetch" | "import" | "check";
  /** Bytes done; for `import` records. */
  readonly done: number;
  /** Bytes in all, if known. */
  readonly total?: number | undefined;
}

/** The database that backups are of. */
export interface BackupSource {
  /** Name or id of the database, 1 to 64 of `A-Z a-z 0-9 _ -`: a place takes backups of one. */
  readonly database: string;
  /** The memory on it, for its erasures and, without `sqlite`, for all of it. */
  readonly memory: MemoryRoot;
  /** Its store, if it is in SQLite: then a backup is a copy of the file. */
  readonly sqlite?: Pick<SqliteStore, "open" | "backup" | "stats"> | undefined;
}

/** Options of `createBackup`. */
export interface CreateBackupOptions extends BackupCall, BackupSource {
  /**
   * Which backups to keep, such as `24h,7d,4w,12m,3y`: the newest of each of the last 24 hours, 7
   * days, … that have one. The two newest are always kept. @defaultValue all
   */
  readonly keep?: string | undefined;
}

/** A backup whose every byte was read back when it was made. */
export interface Backup {
  /** Its id, such as `20261126T215000Z-1f3a09bc`: order of ids is order of time. */
  readonly id: string;
  /** The database that it is of. */
  readonly database: string;
  /** The moment that it shows. */
  readonly takenAt: Date;
  /** `sqlite`: a copy of the file. `lines`: an export with histories and vectors. */
  readonly kind: "sqlite" | "lines";
  /** Number of memories. */
  readonly records: number;
  /** Length of the copy. */
  readonly bytes: number;
  /** Length as it is stored, compressed. */
  readonly storedBytes: number;
  /** True if it is encrypted. */
  readonly isEncrypted: boolean;
}

/** Result of `createBackup`. */
export interface CreatedBackup extends Backup {
  /** True if it went on with one that was cut off. */
  readonly isResumed: boolean;
  /** Ids of backups that `keep` removed. */
  readonly removed: readonly string[];
  /** Failures after the backup was complete, such as of removing an old one. */
  readonly problems: readonly string[];
}

/** Something in a place that cannot be used. */
export interface DamagedObject {
  /** Its key. */
  readonly key: string;
  /** Sentence that says what is wrong. */
  readonly problem: string;
}

/** Result of `listBackups`. */
export interface BackupList {
  /** Backups, the newest first. */
  readonly backups: readonly Backup[];
  /** Manifests that cannot be read; they count as no backups. */
  readonly damaged: readonly DamagedObject[];
}

/** Result of `planRetention`. */
export interface RetentionPlan {
  /** Backups that stay, the newest first. */
  readonly kept: readonly Backup[];
  /** Backups that would go, the newest first. */
  readonly removed: readonly Backup[];
}

/** Options of `verifyBackup`. */
export interface VerifyBackupOptions extends BackupPlace, Pick<BackupCall, "onProgress"> {
  /** Its id, or the beginning of it. @defaultValue the newest */
  readonly id?: string | undefined;
}

/** Result of `verifyBackup`. */
export interface VerifiedBackup extends Backup {
  /** Parts that are missing or damaged; none: it can be restored. */
  readonly damaged: readonly DamagedObject[];
}

/** Options of `publishTombstones`. */
export interface PublishTombstonesOptions
  extends BackupPlace, Pick<BackupSource, "database" | "memory"> {}

/** Result of `publishTombstones`. */
export interface PublishedTombstones {
  /** The moment up to which erasures are known. */
  readonly takenAt: Date;
  /** Number of tombstones. */
  readonly tombstones: number;
  /** Failures of reading older lists, and of removing those of which all is in the new one. */
  readonly problems: readonly string[];
}

/** Options of `restoreBackup`. */
export interface RestoreBackupOptions extends BackupCall {
  /** Its id, or the beginning of it. @defaultValue the newest */
  readonly id?: string | undefined;
  /** Newest moment that the backup may show; not with `id`. @defaultValue now */
  readonly before?: Date | undefined;
  /** Path of the SQLite file to make, which must not exist, or an empty memory. */
  readonly to: string | MemoryRoot;
  /** Other memories whose erasures are repeated, beside those in the place. */
  readonly erasedFrom?: readonly Memory[] | undefined;
  /** Go on with an interrupted restore into a memory that is not empty. @defaultValue `false` */
  readonly continue?: boolean | undefined;
  /** Do all of it but leave nothing, to see what it would do. @defaultValue `false` */
  readonly dryRun?: boolean | undefined;
}

/** Result of `restoreBackup`. */
export interface RestoredBackup extends Backup {
  /** Records of the backup that were erased since, and were erased again. */
  readonly erasedAgain: number;
  /** The moment from which on erasures are unknown: they may be in what was restored. */
  readonly erasuresKnownUntil: Date;
  /** Newer manifests and lists of erasures that could not be read. */
  readonly damaged: readonly DamagedObject[];
}
