import type { MemoryRecord, RevisionChange } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { SpaceVector } from "./vector-space.js";

/** What names one record: its scope and its id. The same id in another scope is another record. */
export interface RecordId {
  /** The scope that owns it. */
  readonly scope: Scope;
  /** Unique within the scope. */
  readonly id: string;
}

/** What a record is found by. */
export interface SearchEntry {
  /** Hash of the text the vectors were made from. Vectors of another text are dropped when this is written. */
  readonly textHash: string;
  /** Keyword terms in the order of the text, with repetitions, made by core's `documentTerms`. */
  readonly terms: readonly string[];
  /** The scripts its text is written in, as bits made by core's `textScripts`; hits bring it back. 0 to 2,147,483,647. */
  readonly scripts: number;
  /** At most one per space; none when the embedder failed, then `reindex` adds them later. */
  readonly vectors: readonly SpaceVector[];
}

/** Who changes something, and why. */
export interface Authorship {
  /** Who makes the change; kept in history. */
  readonly actor?: string | undefined;
  /** Why; kept in history. */
  readonly cause?: string | undefined;
}

/** Writes a record as a whole. Core has validated it, set its id and times, and normalised the vectors. */
export interface PutOp extends Authorship {
  /** Tells ops apart. */
  readonly op: "put";
  /**
   * The record to keep. Its `version` is the stored version plus one (1: the record must not exist); anything else fails
   * the whole batch with `conflict`, and so does a key that another record of the scope holds. After a deletion that was
   * no purge, the version goes on from the last one in history. What has expired by `updatedAt` is in nobody's way: a
   * record that does and has the same id, key or idempotency key is removed first, as by `sweep`.
   * The `strength` is that of a new record; one that is there keeps its own, which only `strengthen` changes.
   */
  readonly record: MemoryRecord;
  /** What history calls it. */
  readonly change: Exclude<RevisionChange, "deleted">;
  /** How it is found from now on. `keep`: as before (its text did not change); `none`: by id, key and list only. */
  readonly search: SearchEntry | "keep" | "none";
  /** Hash of what makes two records duplicates of each other. */
  readonly contentHash: string;
  /**
   * A record of this scope of which any version was written with the same key is returned instead of writing; this is
   * looked at before duplicates and versions.
   */
  readonly idempotencyKey?: string | undefined;
  /**
   * If records of this scope have the same `contentHash` and are neither expired, archived nor retired at `updatedAt`, the
   * oldest (by `createdAt`, then `id`) is returned instead of writing; looked at before versions. Default false.
   */
  readonly unlessDuplicate?: boolean;
}

/** Deletes one record if it is there. */
export interface DeleteOp extends RecordId, Authorship {
  /** Tells ops apart. */
  readonly op: "delete";
  /** When it is deleted, for history. */
  readonly at: Date;
  /** The stored version must be this one, or the whole batch fails with `conflict`, also if there is no record. */
  readonly ifVersion?: number | undefined;
  /** Also drop its history, even if the record itself was deleted before. Default false. */
  readonly purge?: boolean;
}

/** Adds a vector to a record, if its text is still the one the vector was made from. Makes no new version. */
export interface EmbedOp extends RecordId {
  /** Tells ops apart. */
  readonly op: "embed";
  /** Must equal the stored `textHash`; otherwise nothing is written, and that is no error. */
  readonly textHash: string;
  /** The vector to add. */
  readonly vector: SpaceVector;
}

/** One step of a batch. */
export type WriteOp = PutOp | DeleteOp | EmbedOp;

/** What became of one op. */
export interface WriteResult {
  /**
   * Whether it changed anything. False for a put that met a duplicate or its own idempotency key, a delete of nothing
   * (with `purge`: of neither record nor history), and an embed whose record is gone or has another text.
   */
  readonly applied: boolean;
  /** Of a put: the record as stored, or the one that was there already. */
  readonly record?: MemoryRecord;
}
