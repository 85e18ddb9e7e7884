import type { RecordId, Revision } from "../model/record.js";
import type { Scope } from "../model/scope.js";
import type { ScopePage, ScopeSelection } from "./search.js";

/** A revision, and whether searches could find it. */
export interface StoredRevision extends Revision {
  /** False for a deletion, and for what is found by id, key and list only. */
  readonly searchable: boolean;
}

/**
 * The history of a record, which may be gone. One that exceeds a page is several items, newest
 * versions first, each the first of its page; the newest is always complete.
 */
export interface RecordHistory extends RecordId {
  /** Oldest first. The last has the present strength, others the strength they ended with. */
  readonly revisions: readonly StoredRevision[];
  /** Keys of its writes by `compareText`; none once deleted or in continuing items. */
  readonly idempotencyKeys: readonly string[];
  /** Earlier versions follow as the first item of the next page. Absent: there are none. */
  readonly more?: true;
}

/**
 * Request of a page of histories, by `scopeToPath`, then `id`, both by `compareText`. A page ends
 * before `limit` with the version that makes its texts longer than `HISTORY_PAGE_LENGTH`.
 */
export interface HistoriesRequest extends ScopeSelection, ScopePage {
  /** Only the last revision at or before this, of records that it does not delete. Absent: all. */
  readonly at?: Date | undefined;
  /** Only records of these ids, 1 to 1,000 of them. Absent: all. */
  readonly ids?: readonly string[] | undefined;
  /** Only records whose last revision is a deletion; not with `at`. Default false. */
  readonly deleted?: boolean | undefined;
}

/** Says that something was erased. */
export interface Tombstone {
  /** Where it was. */
  readonly scope: Scope;
  /** Hash of what it was: tells those who know it, and nobody else. */
  readonly hash: string;
  /** When it was erased. */
  readonly at: Date;
}

/** Which tombstones, in the order of `scopeToPath` and then of `hash`. */
export interface TombstonesRequest extends ScopeSelection, ScopePage {
  /** Only these. Absent: all. */
  readonly hashes?: readonly string[] | undefined;
}
