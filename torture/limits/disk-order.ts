/** Task of the process that meets a full disk. */
export interface DiskOrder {
  /** Its own; it is given to a user who may do little. */
  readonly directory: string;
  readonly seed: number;
  /** Number of full disks, in each way. */
  readonly rounds: number;
  /** True to remove transactions, which must be found. */
  readonly unframed?: boolean | undefined;
}

/** Result of one case. */
export interface DiskOutcome {
  readonly name: string;
  readonly number: number;
  /** `kept`, `skipped` where this system cannot have it, or what is wrong. */
  readonly outcome: string;
}
