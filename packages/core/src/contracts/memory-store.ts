import type { CallOptions, WriteOptions } from "../model/call-options.js";
import type { MemoryRecord, Page, RecordId, Revision, Strength } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { EmbeddingQueue } from "./embedding-queue.js";
import type { HistoriesRequest, RecordHistory, Tombstone, TombstonesRequest } from "./history.js";
import type { ListRequest, ScopePage, SearchHits, SearchRequest, Selection } from "./search.js";
import type { StoredSpace, WriteOp, WriteResult } from "./write-op.js";

/** Searches that a store answers; conformance cases that need more are skipped by name. */
export interface StoreCapabilities {
  /** `approximate`: an index may miss some; `none`: keyword search only, no `VectorMethods`. */
  readonly vector: "exact" | "approximate" | "none";
  /** True if text legs are answered. */
  readonly text: boolean;
}

/** Names a record; every way is inside one scope. */
export type RecordRef = RecordId | KeyRef | IdempotencyRef | ContentRef;

/** The record that holds a key. */
export interface KeyRef extends Pick<RecordId, "scope"> {
  /** In NFC. */
  readonly key: string;
}

/** The record that some version of was written with an idempotency key. */
export interface IdempotencyRef extends Pick<RecordId, "scope"> {
  /** As it was given. */
  readonly idempotencyKey: string;
}

/** The oldest record of a content hash that is neither expired, archived nor retired at `now`. */
export interface ContentRef extends Pick<RecordId, "scope"> {
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
   * True to drop history too; for whole scopes (nothing but `within`, `reach`, `includeArchived`)
   * also that of records deleted earlier. Default false.
   */
  readonly purge?: boolean;
}

/** Which versions of a record. */
export interface HistoryOptions extends CallOptions {
  /** Only versions after this one. Default 0: from the first on. */
  readonly after?: number | undefined;
  /** Most versions, 1 to 1,000; fewer, at least one, beyond `HISTORY_PAGE_LENGTH`. Absent: all. */
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
  /** Neighbours are counted within it; a ref outside of it has none. */
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
   * Connects and migrates; called first, and harmless when called again. Before it, other methods
   * but `close` reject with `store-failed`; after `close` it rejects with `closed`.
   */
  open(options?: CallOptions): Promise<void>;
  /**
   * Returns the shard of a scope. A write over several fails with `unsupported`; core writes them
   * one after the other, and a failure leaves the earlier ones. Absent: there is one.
   */
  shardOf?(scope: Scope): number;
  /** Applies the ops in order, all or nothing. One result per op. */
  write(ops: readonly WriteOp[], options?: CallOptions): Promise<readonly WriteResult[]>;
  /** The records named, in order; `undefined` where there is none. */
  get(refs: readonly RecordRef[], call: GetOptions): Promise<readonly (MemoryRecord | undefined)[]>;
  /** Returns the best matches of each leg in the selection, and their neighbours. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchHits>;
  /** Returns a page. Writes of the meantime make no other record repeat or go missing. */
  list(request: ListRequest, options?: CallOptions): Promise<Page<MemoryRecord>>;
  /** Releases everything. Later calls reject with `closed`; closing again does nothing. */
  close(): Promise<void>;
}

/** Vectors by space. Without them core embeds nothing, no vector, `embed` or `space` arrives. */
export interface VectorMethods {
  /** Returns copies of the vectors of records in a space, in order. */
  vectors(
    space: string,
    refs: readonly RecordId[],
    options?: CallOptions,
  ): Promise<readonly (Float32Array | undefined)[]>;
  /** Returns the known spaces in any order, those without vectors perhaps included. */
  spaces(options?: CallOptions): Promise<readonly StoredSpace[]>;
  /** Counts searchable records of all scopes, archived and expired ones too, without a vector. */
  countMissingVectors(space: string, options?: CallOptions): Promise<number>;
  /** Removes a space and returns the number of its vectors, 0 if unknown. */
  dropSpace(space: string, options?: CallOptions): Promise<number>;
}

/**
 * Earlier versions and tombstones. Without them no `restore`, `earlier` or `tombstone` op arrives,
 * and an import may bring back erased records.
 */
export interface HistoryMethods {
  /** The versions of one record, oldest first, deletion included. */
  history(ref: RecordId, options?: HistoryOptions): Promise<readonly Revision[]>;
  /** Returns a page of histories, also of deleted records, stable under concurrent writes. */
  histories(request: HistoriesRequest, options?: CallOptions): Promise<Page<RecordHistory>>;
  /** One page of what was erased. */
  tombstones(request: TombstonesRequest, options?: CallOptions): Promise<Page<Tombstone>>;
}

/** Order within threads. Without it no search asks for `around`; neighbours are `unsupported`. */
export interface ThreadMethods {
  /** Returns the records around each ref in its thread, by `occurredAt ?? createdAt`, then `id`. */
  neighbours(request: NeighboursRequest, options?: CallOptions): Promise<readonly Neighbours[]>;
}

/** Strength apart from versions. Without it uses leave no trace. */
export interface StrengthMethods {
  /** Writes strengths; records that are not there are passed over. Makes no new version. */
  strengthen(updates: readonly StrengthUpdate[], options?: CallOptions): Promise<void>;
}

/** Work on many records. Without it core deletes page by page, and cannot list scopes. */
export interface BulkMethods {
  /** Deletes the selection, shard by shard, and says what that was, in any order. */
  deleteWhere(selection: Selection, options: DeleteOptions): Promise<readonly RecordId[]>;
  /** Returns a page of the scopes at or below `within` that hold records, by `scopeToPath`. */
  scopes(within: Scope, page: ScopePage, options?: CallOptions): Promise<Page<Scope>>;
  /** Removes expired records with history and returns their ids in any order. */
  sweep(now: Date, options?: CallOptions): Promise<readonly RecordId[]>;
  /** Makes purged data unreadable in its files; returns in words what is out of reach. */
  scrub(options?: CallOptions): Promise<readonly string[]>;
}

/**
 * A store of records. Each group of methods beyond six is implemented whole or left out. Core has
 * validated all arguments. Methods reject with `MemoryError` (such as `store-failed`, `closed`) or
 * the signal's reason, and then change nothing. Prove it by `storeConformance` of `@kioku/testing`.
 */
export interface MemoryStore extends BaseStore, Partial<Omit<CompleteStore, keyof BaseStore>> {}

/** A store with every group of methods, as core works with it. */
export interface CompleteStore
  extends BaseStore, VectorMethods, HistoryMethods, ThreadMethods, StrengthMethods, BulkMethods {}
