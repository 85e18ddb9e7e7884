import type { WriteOptions } from "../model/call-options.js";
import type { MemoryRecord, RecordId, RevisionChange } from "../model/record.js";
import type { StoredRevision, Tombstone } from "./history.js";

/** The part of a record that searches look at. */
export interface SearchEntry {
  /** Hash of the embedded text. A write drops vectors of another text. */
  readonly textHash: string;
  /** Keyword terms in the order of the text, with repetitions, made by core's `documentTerms`. */
  readonly terms: readonly string[];
  /** Bits made by core's `recordTraits`, 0 to 2,147,483,647. */
  readonly traits: number;
  /** At most one per space; none when the embedder failed, then `reindex` adds them later. */
  readonly vectors: readonly SpaceVector[];
  /**
   * Queues the text for workers from then on; a queued text stays. Absent: none are to come;
   * without vectors the queue keeps its job. Stores without a queue ignore it.
   */
  readonly embedAt?: Date | undefined;
}

/** Who changes something, and why. */
export type Authorship = Pick<WriteOptions, "actor" | "cause">;

/** Writes a whole record, which core has validated. */
export interface PutOp extends Authorship {
  /** Tells ops apart. */
  readonly op: "put";
  /**
   * The record to keep. Its `version` follows the last one in history (1: none), else the batch
   * fails with `conflict`, and so does a key of another record of the scope. Records expired by
   * `updatedAt` with the same id, key or idempotency key are removed first. An existing record
   * keeps its `strength`, which only `strengthen` changes.
   */
  readonly record: MemoryRecord;
  /** Kind of the change, for history. */
  readonly change: Exclude<RevisionChange, "deleted">;
  /** Search part. `keep`: unchanged, as its text is; `none`: found by id, key and list only. */
  readonly search: SearchEntry | "keep" | "none";
  /** Hash of what makes two records duplicates of each other. */
  readonly contentHash: string;
  /** A record of the scope with a version written under it is returned instead; checked first. */
  readonly idempotencyKey?: string | undefined;
  /**
   * True to return, instead of writing, the oldest record of the scope (by `createdAt`, `id`) with
   * this `contentHash` that is neither expired, archived nor retired; checked before versions.
   * Default false.
   */
  readonly unlessDuplicate?: boolean;
}

/** Deletes one record if it is there. */
export interface DeleteOp extends RecordId, Authorship {
  /** Tells ops apart. */
  readonly op: "delete";
  /** When it is deleted, for history. */
  readonly at: Date;
  /** Version that must be stored; otherwise the batch fails with `conflict`. */
  readonly ifVersion?: number | undefined;
  /** Also drop its history, even if the record itself was deleted before. Default false. */
  readonly purge?: boolean;
}

/** Adds a vector to a record, if its text is still the embedded one. Makes no new version. */
export interface EmbedOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "embed";
  /** Must equal the stored `textHash`; otherwise nothing is written, and that is no error. */
  readonly textHash: string;
  /** The vector to add. */
  readonly vector: SpaceVector;
  /** Also take the text off the store's queue, whoever works on it. Default false. */
  readonly dequeue?: boolean | undefined;
}

/** Replaces a record and its history, as an import does; history alone if it was deleted. */
export interface RestoreOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "restore";
  /**
   * Oldest first, at least one, versions increasing, at most 1,000,000,000. All but deletions have
   * a record of this scope, id and version whose `updatedAt` is `at`.
   */
  readonly revisions: readonly StoredRevision[];
  /** Search entry of the last revision; `none` if it is not searchable or a deletion. */
  readonly search: SearchEntry | "none";
  /** Of the last record. */
  readonly contentHash: string;
  /**
   * Keys of its writes, not kept after a deletion; `conflict` if another record of the scope holds
   * one, or the `key` of the last record, expired or not.
   */
  readonly idempotencyKeys: readonly string[];
}

/** Replaces versions before `before`; `conflict` if no version from `before` on is kept. */
export interface EarlierOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "earlier";
  /** More than the version of the last revision. */
  readonly before: number;
  /** Oldest first, versions increasing; each as in a restore. */
  readonly revisions: readonly StoredRevision[];
}

/** Records an erasure, so that no import brings it back. The same hash again changes nothing. */
export interface TombstoneOp extends Tombstone {
  /** Tells ops apart. */
  readonly op: "tombstone";
}

/** Sets the state of a space and makes it known. Its width is checked as if by a vector. */
export interface SpaceOp {
  /** Tells ops apart. */
  readonly op: "space";
  /** Which. */
  readonly space: VectorSpace;
  /** State from now on. */
  readonly state: SpaceState;
  /** Leave a space that is known as it is. Default false. */
  readonly unlessKnown?: boolean | undefined;
}

/** One step of a batch. */
export type WriteOp = PutOp | DeleteOp | EmbedOp | RestoreOp | EarlierOp | TombstoneOp | SpaceOp;

/** Result of one op. */
export interface WriteResult {
  /**
   * True if it changed anything. False for a put that met a duplicate or its idempotency key, a
   * delete of nothing, an embed of another text, a known tombstone, and a space in this state
   * already or, with `unlessKnown`, in any.
   */
  readonly applied: boolean;
  /** Of a put or restore: the record as stored, or the one that was there already. */
  readonly record?: MemoryRecord;
}

/** A vector space. Vectors of two spaces are never compared, so models change without downtime. */
export interface VectorSpace {
  /** The embedder's `id`, such as `openai/text-embedding-3-small@512`. */
  readonly id: string;
  /** Length of every vector of this space. */
  readonly dimensions: number;
}

/**
 * Role of a space. `ready`: used by recall. `building`: being filled, takes over when complete.
 * `retired`: replaced, kept until dropped. `separate`: of another embedder, unused by recall.
 */
export type SpaceState = "ready" | "building" | "retired" | "separate";

/** A space that the store knows. */
export interface StoredSpace extends VectorSpace {
  /** `ready`, unless a `SpaceOp` said otherwise. */
  readonly state: SpaceState;
}

/** A vector together with the space it lives in. */
export interface SpaceVector {
  /** Where it lives. */
  readonly space: VectorSpace;
  /** `dimensions` finite numbers of Euclidean length 1. */
  readonly values: Float32Array;
}
