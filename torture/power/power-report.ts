/** Counts of cutting the power again and again. */
export interface PowerReport {
  /** Power failures, each followed by a check of all files. */
  cuts: number;
  /** Runs of writers, each cut at many moments. */
  runs: number;
  /** Acknowledgements before the cuts, summed over them. */
  acknowledged: number;
  /** Acknowledged transactions that were missing. */
  lost: number;
  /** Files with a half batch, or with parts of records without the others. */
  torn: number;
  /** Files that were damaged, or that could not be opened, read, written or searched. */
  corrupt: number;
  /** Writes and truncations that the cuts took as a whole. */
  lostChanges: number;
  /** Writes of which a cut left some sectors. */
  tornWrites: number;
  /** Transactions that were found whole although the cut came before their acknowledgement. */
  unacknowledged: number;
  /** Syncs in the runs. */
  syncs: number;
  /** The first defects in words. */
  readonly defects: string[];
}

/** One with nothing counted. */
export function emptyPowerReport(): PowerReport {
  const counts = { cuts: 0, runs: 0, acknowledged: 0, lost: 0, torn: 0, corrupt: 0 };
  return {
    ...counts,
    lostChanges: 0,
    tornWrites: 0,
    unacknowledged: 0,
    syncs: 0,
    defects: [],
  };
}
