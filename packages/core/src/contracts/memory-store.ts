import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { Page } from "../model/page.js";
import type { MemoryRecord, Revision, Strength } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { EmbeddingQueue } from "./embedding-queue.js";
import type { HistoriesRequest, RecordHistory, Tombstone, TombstonesRequest } from "./history.js";
import type { SearchHit, SearchRequest } from "./search.js";
import type { ListRequest, Selection } from "./selection.js";
import type { StoredSpace } from "./vector-space.js";
import type { RecordId, WriteOp, WriteResult } from "./write-op.js";

/** Searches that a store answers; conformance cases that need more are skipped by name. */
export interface StoreCapabilities {
  /**
   * `exact`: the true nearest; `approximate`: an index may miss some; `none`: keyword search only,
   * and no `VectorMethods`.
   */
  readonly vector: "exact" | "approximate" | "none";
  /** True if text legs are answered. */
  readonly text: boolean;
}

/** Names a record; every way is inside one scope. */
export type RecordRef = RecordId | KeyRef | IdempotencyRef | ContentRef;

/** The record that holds a key. */
export interface KeyRef {
  /** Where to look. */
  readonly scope: Scope;
  /** In NFC. */
  readonly key: string;
}

/** The record that some version of was written with an idempotency key. */
export interface IdempotencyRef {
  /** Where to look. */
  readonly scope: Scope;
  /** As it was given. */
  readonly idempotencyKey: string;
}

/** The oldest record of a content hash that is neither expired, archived nor retired at `now`. */
export interface ContentRef {
  /** Where to look. */
  readonly scope: Scope;
  /** As it was put. */
  readonly contentHash: string;
}

/** Options of `get`. */
export interface GetOptions extends CallOptions {
  /** Records with `expiresAt` at or before this do not exist. */
  readonly now: Date;
}

/** Options of `deleteWhere`. */
export interface DeleteOptions extends WriteOptions {
  /** When, for history. */
  readonly at: Date;
  /**
   * Also drop history. If the selection takes whole scopes (nothing but `within`, `reach` and
   * `includeArchived`), the history of what was deleted earlier goes as well. Default false.
   */
  readonly purge?: boolean;
}

/** Which versions of a record. */
export interface HistoryOptions extends CallOptions {
  /** Only versions after this one. Default 0: from the first on. */
  readonly after?: number | undefined;
  /**
   * At most so many, 1 to 1,000; fewer, but at least one, where their texts are longer than
   * `HISTORY_PAGE_LENGTH`. Absent: all of them, however long they are.
   */
  readonly limit?: number | undefined;
}

/** Request of the records around some records. */
export interface NeighboursRequest {
  /** The records in the middle. */
  readonly refs: readonly RecordId[];
  /** Most records to return before each, 0 to 100. */
  readonly before: number;
  /** Most records to return after each, 0 to 100. */
  readonly after: number;
  /**
   * Only what it contains counts and is returned; a ref that it does not contain has no neighbours.
   */
  readonly selection: Selection;
}

/** The records around one record in its thread. */
export interface Neighbours {
  /** Nearest last, so that `[...before, record, ...after]` is in order. */
  readonly before: readonly MemoryRecord[];
  /** Nearest first. */
  readonly after: readonly MemoryRecord[];
}

/** A new strength for one record. */
export interface StrengthUpdate extends RecordId {
  /** The strength from now on. */
  readonly strength: Strength;
}

/** The part of a store that no store can do without. */
export interface BaseStore extends AsyncDisposable {
  /** Short name for messages, such as `sqlite`. */
  readonly name: string;
  /** Searches that it answers; constant. */
  readonly capabilities: StoreCapabilities;
  /** Texts still to be embedded, for workers. Absent: the store has no queue. */
  readonly queue?: EmbeddingQueue | undefined;
  /**
   * Connects and migrates. Core calls it once before anything else; calling it again changes
   * nothing. Before it, all other methods but `close` reject with `store-failed`; after `close` it
   * rejects with `closed`.
   */
  open(options?: CallOptions): Promise<void>;
  /** Applies the ops in order, all or nothing. One result per op. */
  write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]>;
  /** The records named, in order; `undefined` where there is none. */
  get(
    refs: readonly RecordRef[],
    options: GetOptions,
  ): Promise<readonly (MemoryRecord | undefined)[]>;
  /**
   * The best `limit` matches of each leg in the selection, or all if there are fewer, and what is
   * around them.
   */
  search(request: SearchRequest, options?: CallOptions): Promise<readonly SearchHit[]>;
  /**
   * One page of the selection. Records written or deleted meanwhile make no other record appear
   * twice or go missing.
   */
  list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /** Releases everything. Later calls reject with `closed`; closing again does nothing. */
  close(): Promise<void>;
}

/**
 * Vectors by space. Without them core embeds nothing: puts carry no vectors, and neither `embed` nor
 * `space` ops arrive.
 */
export interface VectorMethods {
  /**
   * The vectors of these records in one space, in order; `undefined` where there is none. Copies.
   */
  vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /**
   * The spaces that vectors were written in, in any order; one whose last vector is gone may still
   * be among them.
   */
  spaces(options?: CallOptions): Promise<readonly StoredSpace[]>;
  /**
   * Counts the searchable records of all scopes, archived and expired ones included, that have no
   * vector in this space.
   */
  countMissingVectors(space: string, options?: CallOptions): Promise<number>;
  /**
   * Removes a space and all vectors in it, and says how many those were; 0 for a space that is not
   * known.
   */
  dropSpace(space: string, options?: CallOptions): Promise<number>;
}

/**
 * Earlier versions and tombstones. Without them a record has only its present version, an erased one
 * may come back with an import, and no `restore`, `earlier` or `tombstone` op arrives.
 */
export interface HistoryMethods {
  /** The versions of one record, oldest first, deletion included. */
  history(ref: RecordId, options?: HistoryOptions): Promise<readonly Revision[]>;
  /**
   * One page of all that was ever known of records, those that were deleted without `purge`
   * included. What is written meanwhile makes no other record appear twice or go missing.
   */
  histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>>;
  /** One page of what was erased. */
  tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>>;
}

/** Order within threads. Without it no search asks for `around`; neighbours are `unsupported`. */
export interface ThreadMethods {
  /**
   * Records of the same scope and thread around each of these, in the order they happened
   * (`occurredAt`, else `createdAt`; then `id`), one answer per ref; records without a thread have
   * none.
   */
  neighbours(request: NeighboursRequest, options?: CallOptions): Promise<readonly Neighbours[]>;
}

/** Strength apart from versions. Without it uses leave no trace. */
export interface StrengthMethods {
  /** Writes strengths; records that are not there are passed over. Makes no new version. */
  strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void>;
}

/**
 * Work on many records in the store itself. Without it core deletes page by page, through `list` and
 * `write`, and cannot list scopes.
 */
export interface BulkMethods {
  /** Deletes the selection and says what that was, in any order. */
  deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]>;
  /**
   * Scopes at or below `within` that hold records, in the order that `compareText` gives their
   * `scopeToPath`.
   */
  scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>>;
  /**
   * Removes everything that has expired at `now`, its history included, and says what that was, in
   * any order.
   */
  sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]>;
  /**
   * Makes what was purged unreadable in files that the store has itself, and says in words what it
   * could not reach, such as a file that another process holds. A store without files has nothing
   * to do.
   */
  scrub(options?: CallOptions): Promise<readonly string[]>;
}

/**
 * The contract of a store: it keeps records and answers search legs; core gives their scores a
 * meaning. Six methods are required; each group of further methods is implemented as a whole or left
 * out. Arguments have been validated by core. All methods reject with `MemoryError` (`store-failed`
 * for errors of the driver, `closed` after `close`) or with the signal's reason, and change nothing
 * when they reject.
 *
 * Prove an implementation with `storeConformance` from `@kioku/testing`.
 */
export interface MemoryStore
  extends
    BaseStore,
    Partial<VectorMethods>,
    Partial<HistoryMethods>,
    Partial<ThreadMethods>,
    Partial<StrengthMethods>,
    Partial<BulkMethods> {}

/** A store with every group of methods, as core works with it. */
export interface CompleteStore
  extends BaseStore, VectorMethods, HistoryMethods, ThreadMethods, StrengthMethods, BulkMethods {}

/** Which page of scopes. */
export interface ScopePage {
  /** 1 to 1,000. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string | undefined;
}
