/** What the process that meets a full disk is to do. */
export interface DiskOrder {
  /** Its own; it is given to a user who may do little. */
  readonly directory: string;
  readonly seed: number;
  /** How often the disk is full, in each way. */
  readonly rounds: number;
  /** Whether to take transactions out, which must be found. */
  readonly unframed?: boolean | undefined;
}

/** What became of one case. */
export interface DiskOutcome {
  readonly name: string;
  readonly number: number;
  /** `kept`, `skipped` where this system cannot have it, or what is wrong. */
  readonly outcome: string;
}
