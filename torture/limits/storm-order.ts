/** Task of one process of a storm. */
export interface StormOrder {
  readonly path: string;
  readonly seed: number;
  /** Which of the processes it is, from 0. */
  readonly writer: number;
  readonly transactions: number;
  readonly busyTimeoutMs: number;
}

/** Result of one process. */
export interface StormOutcome {
  /** Transactions that were acknowledged. */
  written: number;
  /** Attempts that another process blocked, each a `store-failed` that may be retried. */
  refused: number;
}
