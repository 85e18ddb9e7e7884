import type { QueueStats } from "../contracts/embedding-queue.js";
import type { StoredSpace } from "../contracts/write-op.js";
import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { Memory } from "./memory.js";

/** The view of the root scope, with the operations on the store as a whole. */
export interface MemoryRoot extends Memory, AsyncDisposable {
  /**
   * Embeds the searchable records that the first embedder's space lacks, and returns their number.
   * Then recall asks this space; others become `retired`. Safe to stop, in several processes, too.
   * @throws `embedder-failed`, finished work kept; `conflict`, retryable, if records kept changing.
   */
  reindex(options?: ReindexOptions): Promise<number>;
  /** The spaces that vectors live in, and how far each is filled. */
  spaces(options?: CallOptions): Promise<readonly SpaceStatus[]>;
  /** Removes a space and returns its vectors' number. @throws `conflict` if in use; `not-found` */
  dropSpace(id: string, options?: CallOptions): Promise<number>;
  /** Removes expired records, applies `retention`, archives faded records. Safe to run again. */
  sweep(options?: SweepOptions): Promise<SweepReport>;
  /**
   * Embeds due jobs of the store's queue; stops early if the embedder seems down. Safe in several
   * processes. @throws `vector-space-mismatch` if another process has changed the model.
   */
  embedQueued(options?: EmbedQueuedOptions): Promise<EmbedQueuedReport>;
  /**
   * Embeds due jobs of the store's queue until the signal aborts or the memory is closed. Failures
   * are logged, and it goes on after a pause. Any number of workers may run.
   * @throws errors that no retry can mend: `schema-too-new`, `invalid-input`, `closed`, and
   *   failures of opening that are not `retryable`.
   */
  runEmbeddingWorker(options?: EmbeddingWorkerOptions): Promise<void>;
  /** Counts what is in the queue of the store, of all scopes. */
  queueStats(options?: CallOptions): Promise<QueueStats>;
  /** Closes store, embedders, reranker and plugins. Later calls reject with `closed`. */
  close(): Promise<void>;
}

/** Options of `reindex`. */
export interface ReindexOptions extends CallOptions {
  /** Called after each durable batch with the vectors written and those missing at the start. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A space, and how far it is filled. */
export interface SpaceStatus extends StoredSpace {
  /** Searchable records without a vector in it; 0 for `separate` spaces of other embedders. */
  readonly missing: number;
  /** True if one of this memory's embedders writes to it. */
  readonly hasEmbedder: boolean;
}

/** Options of `sweep`. `actor` and `cause` go to the history of archived records. */
export interface SweepOptions extends WriteOptions {
  /**
   * Archive records whose probability of recall (FSRS-6) is below this, 0 to 1, since their last
   * use, version or `validFrom`. Pinned and keyed ones, and what recall does not find, are kept.
   * @defaultValue 0, which archives nothing
   */
  readonly archiveBelow?: number | undefined;
  /** Called after each step that is durable, with the counts so far. */
  readonly onProgress?: ((report: SweepReport) => void) | undefined;
}

/** Result of `sweep`. */
export interface SweepReport {
  /** Records that had expired and are gone. */
  readonly removed: number;
  /** Records that a retention policy ended: purged, forgotten or archived. */
  readonly retired: number;
  /** Records that had faded and are archived. */
  readonly archived: number;
}

/** Options of embedding queued texts. */
export interface QueueWorkOptions extends CallOptions {
  /** Lease in milliseconds, longer than the embedder takes for a batch. @defaultValue 120000 */
  readonly leaseMs?: number | undefined;
  /** Most attempts at a text, at least 1, with the delays of `retryEmbedding`. @defaultValue 20 */
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
  /** Wait when idle, in milliseconds, more than 0; half of it or more. @defaultValue 1000 */
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
