import type { Predicate } from "../model/filter.js";
import type { MemoryRecord, RecordId } from "../model/record.js";
import type { Reach, Scope } from "../model/scope.js";

/** Scopes of an operation. */
export interface ScopeSelection {
  /** One scope, or several for layered reads. Empty: nothing matches. */
  readonly within: readonly Scope[];
  /** `below` includes the scopes below those of `within`. */
  readonly reach: Reach;
}

/** Which page of a listing. */
export interface ScopePage {
  /** 1 to 1,000. */
  readonly limit: number;
  /** From the page before; one of another listing or order fails with `invalid-input`. */
  readonly cursor?: string | undefined;
}

/** The records of an operation. Stores apply all of it inside the query, never after a limit. */
export interface Selection extends ScopeSelection {
  /** Only records of these kinds. Empty: nothing matches. */
  readonly kinds?: readonly string[] | undefined;
  /** Only records for which this holds. */
  readonly where?: Predicate | undefined;
  /** Records with `expiresAt` at or before this do not exist. Absent: expired ones are included. */
  readonly now?: Date | undefined;
  /** Only records true at this instant: `validFrom` at or before it, `validTo` after it. */
  readonly validAt?: Date | undefined;
  /** True to include archived records. Default false. */
  readonly includeArchived?: boolean | undefined;
}

/** Sort key of a listing. By `key`, only records that have one are listed. */
export type ListOrder = "createdAt" | "updatedAt" | "key";

/**
 * A page of records in a stable order, ties by `scopeToPath` and `id`, texts by `compareText`;
 * `desc` is the reverse. It ends with the record that exceeds `PAGE_LENGTH`; the next may be empty.
 */
export interface ListRequest extends Selection, ScopePage {
  /** Sort key. */
  readonly orderBy: ListOrder;
  /** Which way. */
  readonly order: "asc" | "desc";
  /** Only searchable records without a vector in this space; all of them if it is unknown. */
  readonly missingVectorIn?: string | undefined;
}

/** One way to search. Core fuses and ranks, so that all stores rank alike. */
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
export interface TextLeg extends Pick<VectorLeg, "limit"> {
  /** Tells legs apart. */
  readonly type: "text";
  /** Distinct terms made by core's `queryTerms`. */
  readonly terms: readonly string[];
  /** Factors of the terms, above 0, in their order. Default: all 1. */
  readonly weights?: readonly number[] | undefined;
  /** Number of the first terms that are of the query, at least 1; the rest stand for them. */
  readonly originals?: number | undefined;
  /** Scores by these, of more scopes than this store has, instead of its own. It may ignore it. */
  readonly statistics?: TextStatistics | undefined;
}

/** A search: its legs, its selection and its limits. */
export interface SearchRequest {
  /** Ways to search: one leg or several. */
  readonly legs: readonly SearchLeg[];
  /** Where; applied before the limit. */
  readonly selection: Selection;
  /** Most matches of each leg without a limit of its own, 1 to 10,000. */
  readonly limit: number;
  /** Neighbours on each side of a match, 0 to 10; above 0, hits have `thread`. Default 0. */
  readonly around?: number | undefined;
  /** Only around so many of the best matches of each leg, 1 to 10,000. Default: `limit`. */
  readonly aroundBest?: number | undefined;
  /** True if a store may send records along where that spares a round trip. Default false. */
  readonly inFull?: boolean | undefined;
}

/**
 * A match or neighbour, once each: by the score of the first leg, then `id`, then `scopeToPath`,
 * both by `compareText`; those without that score last.
 */
export interface SearchHit extends RecordId {
  /**
   * Scores by leg, also beyond its limit; `undefined` where it does not match. Vector: cosine, -1
   * to 1. Text: `textScorer` over the searched scopes, greater than 0.
   */
  readonly scores: readonly (number | undefined)[];
  /** `traits` of its search entry; absent if it is not searchable. */
  readonly traits?: number;
  /** Who said it, if the record says so. */
  readonly speaker?: string;
  /** Where it has a text score: `termCoverage` of the first text leg. A store may leave it out. */
  readonly coverage?: number;
  /** The thread it belongs to, if it has one. */
  readonly thread?: string;
  /** Id of the record just before it in its thread within the selection. */
  readonly previous?: string;
  /** As `get` returns it at the selection's `now`. A store may leave it out. */
  readonly record?: MemoryRecord;
}

/** A text leg and the searched scopes as a BM25 score sees them. No other tenant moves it. */
export interface TextStatistics extends Pick<TextLeg, "weights" | "originals"> {
  /** Searchable records in the scopes of the selection, whatever its other conditions hide. */
  readonly documents: number;
  /** Sum of the numbers of terms of these records. */
  readonly totalTerms: number;
  /** For each query term, the number of these records that have it. */
  readonly documentFrequencies: readonly number[];
}

/** The answer of a search. */
export interface SearchHits extends ReadonlyArray<SearchHit> {
  /** Statistics by which the first text leg was scored. A store may leave them out. */
  readonly statistics?: TextStatistics;
}
