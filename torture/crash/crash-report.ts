/** Counts of killing a writer again and again. */
export interface CrashReport {
  /** Kills after at least one acknowledgement, each followed by a check of the whole file. */
  rounds: number;
  /** Transactions that the store had acknowledged before the kills. */
  acknowledged: number;
  /** Records that were not as an acknowledged transaction had left them. */
  lost: number;
  /** Files with a half batch, or with parts of records without the others. */
  torn: number;
  /**
   * Files that SQLite or FTS5 found damaged, or that could not be opened, read, written or
   * searched.
   */
  corrupt: number;
  /** Records, vectors, deletions and strengths in the acknowledged transactions. */
  changes: number;
  /** Transactions that were found whole although the kill came before their acknowledgement. */
  unacknowledged: number;
  /** Kills before the first acknowledgement, which are no rounds; each was repeated. */
  repeated: number;
  /** Files that were begun; on each, crashes pile up for some rounds. */
  files: number;
  /** Records and histories that were compared, summed over the rounds. */
  compared: number;
  /** The first defects in words. */
  readonly defects: string[];
}

/** One with nothing counted. */
export function emptyReport(): CrashReport {
  const counts = { rounds: 0, acknowledged: 0, lost: 0, torn: 0, corrupt: 0, changes: 0 };
  return { ...counts, unacknowledged: 0, repeated: 0, files: 0, compared: 0, defects: [] };
}
