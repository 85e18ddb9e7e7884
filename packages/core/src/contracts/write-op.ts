import type { MemoryRecord, RecordId, RevisionChange } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { StoredRevision } from "./history.js";
import type { SpaceState, SpaceVector, VectorSpace } from "./vector-space.js";

/** The part of a record that searches look at. */
export interface SearchEntry {
  /**
   * Hash of the text the vectors were made from. Vectors of another text are dropped when this is
   * written.
   */
  readonly textHash: string;
  /** Keyword terms in the order of the text, with repetitions, made by core's `documentTerms`. */
  readonly terms: readonly string[];
  /**
   * The scripts its text is written in, as bits made by core's `textScripts`; hits bring it back. 0
   * to 2,147,483,647.
   */
  readonly scripts: number;
  /** At most one per space; none when the embedder failed, then `reindex` adds them later. */
  readonly vectors: readonly SpaceVector[];
  /**
   * From when on a worker may make the vectors of this text: it is put in the store's queue with
   * this write. A text that is there already stays there as it is. Absent: no vectors are to come;
   * where there are none either, the queue keeps what it has of this text. A store without a queue
   * ignores it.
   */
  readonly embedAt?: Date | undefined;
}

/** Who changes something, and why. */
export interface Authorship {
  /** Who makes the change; kept in history. */
  readonly actor?: string | undefined;
  /** Why; kept in history. */
  readonly cause?: string | undefined;
}

/**
 * Writes a record as a whole. Core has validated it, set its id and times, and normalised the
 * vectors.
 */
export interface PutOp extends Authorship {
  /** Tells ops apart. */
  readonly op: "put";
  /**
   * The record to keep. Its `version` is the stored version plus one (1: the record must not
   * exist); anything else fails the whole batch with `conflict`, and so does a key that another
   * record of the scope holds. After a deletion that was no purge, the version goes on from the
   * last one in history. What has expired by `updatedAt` is in nobody's way: a record that does and
   * has the same id, key or idempotency key is removed first, as by `sweep`. The `strength` is that
   * of a new record; one that is there keeps its own, which only `strengthen` changes.
   */
  readonly record: MemoryRecord;
  /** Kind of the change, for history. */
  readonly change: Exclude<RevisionChange, "deleted">;
  /**
   * How searches find it from now on. `keep`: as before, its text did not change; `none`: by id,
   * key and list only.
   */
  readonly search: SearchEntry | "keep" | "none";
  /** Hash of what makes two records duplicates of each other. */
  readonly contentHash: string;
  /**
   * A record of this scope of which any version was written with the same key is returned instead
   * of writing; this is looked at before duplicates and versions.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * If records of this scope have the same `contentHash` and are neither expired, archived nor
   * retired at `updatedAt`, the oldest (by `createdAt`, then `id`) is returned instead of writing;
   * looked at before versions. Default false.
   */
  readonly unlessDuplicate?: boolean;
}

/** Deletes one record if it is there. */
export interface DeleteOp extends RecordId, Authorship {
  /** Tells ops apart. */
  readonly op: "delete";
  /** When it is deleted, for history. */
  readonly at: Date;
  /**
   * The stored version must be this one, or the whole batch fails with `conflict`, also if there is
   * no record.
   */
  readonly ifVersion?: number | undefined;
  /** Also drop its history, even if the record itself was deleted before. Default false. */
  readonly purge?: boolean;
}

/**
 * Adds a vector to a record, if its text is still the one the vector was made from. Makes no new
 * version.
 */
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

/**
 * Writes a record together with all that was ever known of it, as another store had it: what an
 * import does. It takes the place of the record of this id and of its history. If the last revision
 * is a deletion, there is only history afterwards.
 */
export interface RestoreOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "restore";
  /**
   * Oldest first, at least one, versions increasing and at most 1,000,000,000. All but deletions
   * have a record, which is of this scope, id and version and whose `updatedAt` is the `at` of the
   * revision.
   */
  readonly revisions: readonly StoredRevision[];
  /** Search entry of the last revision; `none` if it is not searchable or a deletion. */
  readonly search: SearchEntry | "none";
  /** Of the last record. */
  readonly contentHash: string;
  /**
   * Keys that its versions were written with. One that another record of the scope holds fails the
   * whole batch with `conflict`, and so does a `key` of the last record that another one holds,
   * whether or not that one has expired. If the last revision is a deletion they are not kept.
   */
  readonly idempotencyKeys: readonly string[];
}

/**
 * Puts earlier versions in the place of those before `before` that history keeps of a record, as an
 * import does with a history that is too long for one `restore`. The whole batch fails with
 * `conflict` if nothing of the record is kept from version `before` on.
 */
export interface EarlierOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "earlier";
  /** More than the version of the last revision. */
  readonly before: number;
  /** Oldest first, versions increasing; each as in a restore. */
  readonly revisions: readonly StoredRevision[];
}

/**
 * Remembers that something was erased, so that no import brings it back. The same hash again
 * changes nothing.
 */
export interface TombstoneOp {
  /** Tells ops apart. */
  readonly op: "tombstone";
  /** Where it was. */
  readonly scope: Scope;
  /** Says what it was to those who know it, and nothing to others. */
  readonly hash: string;
  /** When it was erased. */
  readonly at: Date;
}

/**
 * Says what a space is for. A space that is not known becomes known by it; its width is checked as
 * if a vector was written.
 */
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
   * True if it changed anything. False for a put that met a duplicate or its own idempotency key, a
   * delete of nothing (with `purge`: of neither record nor history), an embed whose record is gone
   * or has another text, a tombstone that was there, and a space that is in this state already or,
   * with `unlessKnown`, in any.
   */
  readonly applied: boolean;
  /** Of a put or restore: the record as stored, or the one that was there already. */
  readonly record?: MemoryRecord;
}
