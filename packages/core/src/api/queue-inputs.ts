import type { CallOptions } from "../model/call-options.js";

/** Options of embedding queued texts. */
export interface QueueWorkOptions extends CallOptions {
  /**
   * Lease of a batch of texts, in milliseconds. Choose it longer than the embedder takes for a
   * batch: work that outlives its lease is done twice, and only one of the two counts.
   * @defaultValue 120000
   */
  readonly leaseMs?: number | undefined;
  /**
   * Most attempts at a text, 1 or more; then it is given up. Each comes later than the one before,
   * by the delays of `retryEmbedding`.
   * @defaultValue 20
   */
  readonly maxAttempts?: number | undefined;
}

/** Options of `embedQueued`. */
export interface EmbedQueuedOptions extends QueueWorkOptions {
  /** Most texts to take from the queue, 1 or more. @defaultValue all that are due */
  readonly limit?: number | undefined;
  /** Try once more what was given up. @defaultValue `false` */
  readonly retryDead?: boolean | undefined;
}

/** Options of `runEmbeddingWorker`. */
export interface EmbeddingWorkerOptions extends QueueWorkOptions {
  /**
   * Wait before looking again when nothing is due, in milliseconds, more than 0; each wait is drawn
   * between half of it and all of it.
   * @defaultValue 1000
   */
  readonly pollMs?: number | undefined;
}

/** Result of `embedQueued`. */
export interface EmbedQueuedReport {
  /** Records that have got their vectors. */
  readonly embedded: number;
  /** Records that the embedder failed at, and that are tried again later. */
  readonly delayed: number;
  /** Records that were given up. */
  readonly dead: number;
}
