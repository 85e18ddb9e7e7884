import type { CallOptions } from "../model/call-options.js";

/** How queued texts are embedded. */
export interface QueueWorkOptions extends CallOptions {
  /**
   * How long a batch of texts is out of the reach of other workers, in milliseconds. Longer than
   * the embedder takes for a batch: what takes longer is done twice, and only one of the two
   * counts.
   * @defaultValue 120000
   */
  readonly leaseMs?: number | undefined;
  /**
   * How often a text is tried, 1 or more; then it is given up. Each try comes later than the one
   * before, by the delays of `retryEmbedding`.
   * @defaultValue 20
   */
  readonly maxAttempts?: number | undefined;
}

/** What `embedQueued` takes. */
export interface EmbedQueuedOptions extends QueueWorkOptions {
  /** Most texts to take from the queue, 1 or more. @defaultValue all that are due */
  readonly limit?: number | undefined;
  /** Try once more what was given up. @defaultValue `false` */
  readonly retryDead?: boolean | undefined;
}

/** What `runEmbeddingWorker` takes. */
export interface EmbeddingWorkerOptions extends QueueWorkOptions {
  /**
   * How long to wait before looking again when nothing is due, in milliseconds, more than 0; each
   * wait is drawn between half of it and all of it.
   * @defaultValue 1000
   */
  readonly pollMs?: number | undefined;
}

/** What `embedQueued` did. */
export interface EmbedQueuedReport {
  /** Records that have got their vectors. */
  readonly embedded: number;
  /** Records that the embedder failed at, and that are tried again later. */
  readonly delayed: number;
  /** Records that were given up. */
  readonly dead: number;
}
