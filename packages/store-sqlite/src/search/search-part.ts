import type { TextStatistics } from "@kioku/core/toolkit";

import type { ResidentIndexes } from "../index/resident-indexes.js";
import type { Similarities } from "../index/similarities.js";
import type { SpaceRow } from "../read/find-records.js";
import type { StoreContext } from "../sql/store-context.js";

/** Context of a search. */
export interface SearchContext extends StoreContext {
  readonly indexes: ResidentIndexes;
  readonly similarities: Similarities;
}

/** Scores of some slots in one leg, and in a text leg their `termCoverage`. */
export interface SlotScores {
  /** `NaN` where a record does not match. */
  readonly scores: Float64Array;
  readonly coverages?: Float64Array | undefined;
}

/** Matches of one leg in one part. */
export interface PartMatches {
  /** The best matches, best first. */
  readonly slots: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
  /** Returns the scores of ascending slots. */
  rate(slots: Uint32Array): SlotScores;
}

/** A vector query in one space. */
export interface VectorQuery {
  readonly space: SpaceRow;
  readonly values: Float32Array;
  readonly limit: number;
}

/** Text matches in one part, to be scored with the statistics of all parts. */
export interface TextMatches {
  /** Number of searchable records of the part with each term, selected or not. */
  readonly documentFrequencies: readonly number[];
  /** Returns the best `limit` of the selection by core's formula. */
  score(statistics: TextStatistics, limit: number): Promise<PartMatches>;
}

/** Receives a slot and the one just before it in its thread, -1 for none. */
export type ThreadVisitor = (slot: number, previous: number) => void;

/** Columns of the records of a part, by slot. */
export interface SlotColumns {
  idAt(slot: number): string;
  rowAt(slot: number): number;
  /** Path of its scope. */
  pathAt(slot: number): string;
  /** Traits of its search entry; `null` if not searchable. */
  traitsAt(slot: number): number | null;
  speakerAt(slot: number): string | null;
  threadAt(slot: number): string | null;
}

/**
 * Some scopes of a search and a way to search them. Parts are disjoint. A record is a slot, a
 * number that only its part and only this search know.
 */
export interface SearchPart extends SlotColumns {
  /** Searchable records of its scopes, selected or not. */
  readonly documents: number;
  readonly terms: number;
  /** Finds the nearest of the selection, by cosine. */
  nearest(query: VectorQuery): Promise<PartMatches>;
  withTerms(terms: readonly string[]): Promise<TextMatches>;
  /**
   * Visits these slots and up to `count` selected neighbours on each side, maybe several times.
   * Slots without a thread are left out.
   */
  around(slots: readonly number[], count: number, visit: ThreadVisitor): void;
  /** Orders by id, then by path. */
  compare(a: number, b: number): number;
}
