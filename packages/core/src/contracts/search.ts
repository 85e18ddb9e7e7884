import type { Predicate } from "../model/filter.js";
import type { RecordId } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";

/**
 * Which records an operation may touch. Every store must apply all of it inside the query, never
 * after a limit.
 */
export interface Selection {
  /** One scope, or several for layered reads. Empty: nothing matches. */
  readonly within: readonly Scope[];
  /** `below` includes the scopes below those of `within`. */
  readonly reach: Reach;
  /** Only records of these kinds. Empty: nothing matches. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly where?: Predicate | undefined;
  /** Records with `expiresAt` at or before this do not exist. Absent: expired ones are included. */
  readonly now?: Date | undefined;
  /**
   * Only what is true at this instant: `validFrom` at or before it, `validTo` after it. Absent:
   * whatever was ever true.
   */
  readonly validAt?: Date | undefined;
  /** True to include archived records. Default false. */
  readonly includeArchived?: boolean | undefined;
}

/** Sort key of a listing. By `key`, only records that have one are listed. */
export type ListOrder = "createdAt" | "updatedAt" | "key";

/**
 * One page of records in a stable order. Ties are broken by `scopeToPath` and `id`; text is ordered
 * as by `compareText`; `desc` is exactly the reverse of `asc`. A page ends before `limit` with the
 * record that makes its texts longer than `PAGE_LENGTH`; the page after that may be empty.
 */
export interface ListRequest extends Selection {
  /** Sort key. */
  readonly orderBy: ListOrder;
  /** Which way. */
  readonly order: "asc" | "desc";
  /** 1 to 1,000. */
  readonly limit: number;
  /** From the page before; of another order it fails with `invalid-input`. */
  readonly cursor?: string | undefined;
  /**
   * Only searchable records without a vector in this space: what a reindex still has to do. Of a
   * space that nobody has written, such as the blank one: all that are searchable.
   */
  readonly missingVectorIn?: string | undefined;
}

/**
 * One way to search. Fusing the ways, ranking and reranking are core's work, so that every store
 * ranks alike.
 */
export type SearchLeg = VectorLeg | TextLeg;

/** Searches by meaning: every vector of the space is compared. */
export interface VectorLeg {
  /** Tells legs apart. */
  readonly type: "vector";
  /** Only vectors of this space are compared; an unknown space has no hits. */
  readonly space: string;
  /** Of Euclidean length 1 and of the space's width. */
  readonly values: Float32Array;
  /** Most matches of this leg, 1 to 10,000. Default: the request's `limit`. */
  readonly limit?: number | undefined;
}

/** Searches by keyword: a record matches if it has at least one of the terms. */
export interface TextLeg {
  /** Tells legs apart. */
  readonly type: "text";
  /** Distinct terms made by core's `queryTerms`. */
  readonly terms: readonly string[];
  /** Most matches of this leg, 1 to 10,000. Default: the request's `limit`. */
  readonly limit?: number | undefined;
}

/** A search: its legs, its selection and its limits. */
export interface SearchRequest {
  /** Ways to search: one leg or several. */
  readonly legs: readonly SearchLeg[];
  /** Where; applied before the limit. */
  readonly selection: Selection;
  /** Most matches of each leg without a limit of its own, 1 to 10,000. */
  readonly limit: number;
  /**
   * Records to add on each side of every match, 0 to 10: the nearest of its thread that the
   * selection contains. More than 0 also fills `thread` and `previous` of these matches and of what
   * is added. Default 0.
   */
  readonly around?: number | undefined;
  /** Only around so many of the best matches of each leg, 1 to 10,000. Default: `limit`. */
  readonly aroundBest?: number | undefined;
}

/**
 * A record that is among the best of some leg, or around one that is. Each comes once. Those that
 * the first leg scores come first, best first; equal scores by `id`, then by `scopeToPath`, both as
 * by `compareText`; the others follow in that order.
 */
export interface SearchHit extends RecordId {
  /**
   * Scores by leg, also where it is not among that leg's best; `undefined` where it does not match.
   * Vector leg: cosine similarity, -1 to 1. Text leg: the score of core's `textScorer` for the
   * searched scopes, greater than 0.
   */
  readonly scores: readonly (number | undefined)[];
  /** `scripts` of its search entry; absent if it is not searchable. */
  readonly scripts?: number;
  /** The thread it belongs to, if it has one. */
  readonly thread?: string;
  /**
   * Id of the record just before it in its thread (in the order of `neighbours`), if the selection
   * contains one.
   */
  readonly previous?: string;
}
