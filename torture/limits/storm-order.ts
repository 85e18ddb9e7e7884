/** What one of the processes of a storm is to do. */
export interface StormOrder {
  readonly path: string;
  readonly seed: number;
  /** Which of the processes it is, from 0. */
  readonly writer: number;
  readonly transactions: number;
  readonly busyTimeoutMs: number;
}

/** How it went. */
export interface StormOutcome {
  /** Transactions that were acknowledged. */
  written: number;
  /**
   * Attempts that another process was in the way of, each told as a `store-failed` that may be
   * retried.
   */
  refused: number;
}
