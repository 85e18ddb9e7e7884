/** Counts of killing processes that back up and restore. */
export interface BackupReport {
  /** Kills after the first call of a place, each followed by a check of all of it. */
  rounds: number;
  /** Of these, processes that were killed right before or after a call of the place. */
  atCalls: number;
  /** Of these, rounds with a place in a bucket. */
  inBuckets: number;
  /** Kills before the first call, which are no rounds; each was repeated. */
  repeated: number;
  /** Backups that the processes completed before they were killed. */
  backups: number;
  /** Backups that went on where a killed process had stopped. */
  resumed: number;
  /** Backups that were removed because newer ones were there. */
  removed: number;
  /** Restores that the processes completed before they were killed. */
  restores: number;
  /** Records that were erased, and whose erasure was published. */
  erased: number;
  /** Calls that failed with a typed error, because of the faults. */
  failed: number;
  /** Requests that went wrong on purpose, by how. */
  readonly faults: Record<string, number>;
  /** Restores of the checks, and the records in them that were compared. */
  checked: number;
  compared: number;
  /** Completed backups that were gone, incomplete or damaged. */
  lost: number;
  /** Restored files that were no state of the memory, or an older one than was backed up. */
  different: number;
  /** Erased records that came back. */
  returned: number;
  /** Files that were half restored, or written over. */
  partial: number;
  /** Local files that were left over after a run without a kill. */
  leftovers: number;
  /** The first defects in words. */
  readonly defects: string[];
}

/** Makes one with nothing counted. */
export function emptyReport(): BackupReport {
  const kills = { rounds: 0, atCalls: 0, inBuckets: 0, repeated: 0 };
  const done = { backups: 0, resumed: 0, removed: 0, restores: 0, erased: 0, failed: 0 };
  const found = { checked: 0, compared: 0, lost: 0, different: 0, returned: 0, partial: 0 };
  return { ...kills, ...done, faults: {}, ...found, leftovers: 0, defects: [] };
}
