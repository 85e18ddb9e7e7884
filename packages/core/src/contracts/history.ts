import type { RecordId, Revision } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";

/** A revision, and whether searches could find it. */
export interface StoredRevision extends Revision {
  /** False for a deletion, and for what is found by id, key and list only. */
  readonly searchable: boolean;
}

/**
 * All that a store knows of one record, which may be there no more. A history that does not fit
 * into a page is several items, each the first of the page after it: the newest versions come
 * first, and the last record is always among them.
 */
export interface RecordHistory extends RecordId {
  /**
   * Oldest first. The record of the last one has the strength it has now, those of ended ones the
   * strength they ended with.
   */
  readonly revisions: readonly StoredRevision[];
  /**
   * Keys that its versions were written with, in the order of `compareText`; none once it is
   * deleted, and none in an item that goes on with the one before it.
   */
  readonly idempotencyKeys: readonly string[];
  /** Earlier versions follow as the first item of the next page. Absent: there are none. */
  readonly more?: true;
}

/**
 * Request of a page of histories, in the order of `scopeToPath` and then of `id`, both by
 * `compareText`. A page ends before `limit` with the version that makes its texts longer than
 * `HISTORY_PAGE_LENGTH`, if need be between two versions of a record.
 */
export interface HistoriesRequest {
  /** One scope, or several. Empty: nothing. */
  readonly within: readonly Scope[];
  /** `below` includes the scopes below those of `within`. */
  readonly reach: Reach;
  /**
   * Only the revision that was the last one written by this instant (`at` at or before it, greatest
   * `version`), of records where there is one that is no deletion. Absent: all revisions.
   */
  readonly at?: Date | undefined;
  /** Only records of these ids, 1 to 1,000 of them. Absent: all. */
  readonly ids?: readonly string[] | undefined;
  /**
   * Only of records that are there no more, whose last revision is a deletion; not together with
   * `at`. Default false.
   */
  readonly deleted?: boolean | undefined;
  /** Most records, 1 to 1,000. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string | undefined;
}

/** Says that something was erased. */
export interface Tombstone {
  /** Where it was. */
  readonly scope: Scope;
  /** Hash of what it was. */
  readonly hash: string;
  /** When it was erased. */
  readonly at: Date;
}

/** Which tombstones, in the order of `scopeToPath` and then of `hash`. */
export interface TombstonesRequest {
  /** One scope, or several. Empty: nothing. */
  readonly within: readonly Scope[];
  /** `below` includes the scopes below those of `within`. */
  readonly reach: Reach;
  /** Only these. Absent: all. */
  readonly hashes?: readonly string[] | undefined;
  /** 1 to 1,000. */
  readonly limit: number;
  /** From the page before. */
  readonly cursor?: string | undefined;
}
