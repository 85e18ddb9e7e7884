/** A defect that the harness must find, or it proves nothing. */
export type BackupControl = (typeof BACKUP_CONTROLS)[number];

/**
 * Every defect by name. `manifest-first`: parts are kept back until after their manifest.
 * `retention-first`: old backups go before the new one is complete. `tombstones`: no list of what
 * was erased is kept.
 */
export const BACKUP_CONTROLS = ["manifest-first", "retention-first", "tombstones"] as const;

/** Number of kills, and the defect. */
export interface BackupKillsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** An empty directory. Files in which something is wrong stay in it. */
  readonly directory: string;
  /** A defect that has to be found. */
  readonly control?: BackupControl | undefined;
  /** Folder of bundled programs, if any. */
  readonly bundled?: string | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}
