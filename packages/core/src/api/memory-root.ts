import type { QueueStats } from "../contracts/embedding-queue.js";
import type { StoredSpace } from "../contracts/vector-space.js";
import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { Memory } from "./memory.js";

/**
 * Memory that `createMemory` returns: the view of the root scope, and the operations on the store
 * as a whole.
 */
export interface MemoryRoot extends Memory, AsyncDisposable {
  /**
   * Embeds every searchable record that has no vector in the (first) embedder's space yet: what was
   * `queued`, and after a change of model everything. When that is complete, recall asks this
   * space, and the others are kept as `retired`. Safe to stop and run again, also from several
   * processes. Resolves to the number of vectors written.
   * @throws `embedder-failed`: what was embedded by then is kept. `conflict`, which may be tried
   *   again: records kept changing.
   */
  reindex(options?: ReindexOptions): Promise<number>;
  /** The spaces that vectors live in, and how far each is filled. */
  spaces(options?: CallOptions): Promise<readonly SpaceStatus[]>;
  /**
   * Removes a space and all its vectors, and says how many those were.
   * @throws `conflict` if recall of this memory asks this space, or if it is the only one that is
   *   ready; `not-found` if there is none.
   */
  dropSpace(id: string, options?: CallOptions): Promise<number>;
  /**
   * Removes what has expired, and what the memory's `retention` keeps no longer, for good; with
   * `archiveBelow`, it then archives what has faded. Looks at every scope. Safe to stop and run
   * again: what was done by then stays done. Says how many records that were.
   */
  sweep(options?: SweepOptions): Promise<SweepReport>;
  /**
   * Embeds what is due in the queue of the store at the time of the call, in all scopes, and says
   * how many records that were. Stops early when the embedder seems to be down. Any number of
   * processes may do so at the same time.
   * @throws `vector-space-mismatch` if another process has changed the model.
   */
  embedQueued(options?: EmbedQueuedOptions): Promise<EmbedQueuedReport>;
  /**
   * Embeds what is due in the queue of the store, in all scopes, again and again. Resolves when the
   * signal aborts or the memory is closed. Failures of the store and of embedders are logged, and
   * it goes on after a pause. Any number of workers may run.
   * @throws what no later try can mend: `schema-too-new`, `invalid-input`, `closed`, and any
   *   failure of opening that is not `retryable`.
   */
  runEmbeddingWorker(options?: EmbeddingWorkerOptions): Promise<void>;
  /** Counts what is in the queue of the store, of all scopes. */
  queueStats(options?: CallOptions): Promise<QueueStats>;
  /**
   * Closes store, embedder, reranker and plugins. Later calls reject with `closed`; closing again
   * does nothing.
   */
  close(): Promise<void>;
}

/** Options of `reindex`. */
export interface ReindexOptions extends CallOptions {
  /**
   * Called after each batch that is durable, with the number of vectors written and what it started
   * with as missing.
   */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A space, and how far it is filled. */
export interface SpaceStatus extends StoredSpace {
  /**
   * Searchable records of all scopes that have no vector in it; 0 for one that is `separate`, of an
   * embedder that this memory does not have.
   */
  readonly missing: number;
  /** True if one of this memory's embedders writes to it. */
  readonly hasEmbedder: boolean;
}

/** Options of `sweep`. `actor` and `cause` go to the history of archived records. */
export interface SweepOptions extends WriteOptions {
  /**
   * Archive the records whose probability of recall (FSRS-6) has fallen below this, 0 to 1: they
   * are kept, and found with `includeArchived`. Time counts from the last use, or from the last
   * version or `validFrom` if that is later. Never archived are pinned records, those with a key,
   * and what recall would not find anyway.
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
