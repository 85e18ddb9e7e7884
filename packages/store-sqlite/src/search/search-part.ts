import type { TextStatistics } from "@kioku/core/toolkit";

import type { ResidentIndexes } from "../index/resident-indexes.js";
import type { Similarities } from "../index/similarities.js";
import type { TermScores } from "../index/term-scores.js";
import type { SpaceRow } from "../read/find-records.js";
import type { StoreContext } from "../sql/store-context.js";

/** Context of a search. */
export interface SearchContext extends StoreContext {
  readonly indexes: ResidentIndexes;
  readonly similarities: Similarities;
  /** Returns scratch space that is taken back after the search. */
  readonly scores: () => TermScores;
}

/** A record of the selection that a search may return. */
export interface SelectedRow {
  readonly row: number;
  readonly id: string;
  /** Traits of its search entry; `null` if not searchable. */
  readonly traits: number | null;
  readonly speaker: string | null;
  readonly path: string;
  readonly hasThread: boolean;
}

/** A match of one leg. */
export interface FoundRecord extends SelectedRow {
  readonly score: number;
}

/** Matches of one leg. */
export interface LegMatches {
  /** The best matches, best first. */
  readonly best: readonly FoundRecord[];
  /** Returns the scores of these rows; rows that do not match are missing. */
  readonly scoresOf: (rows: readonly number[]) => ReadonlyMap<number, number>;
  /** Of a text leg. */
  readonly statistics?: TextStatistics;
  /** Of a text leg: returns `termCoverage` of these rows, which all match. */
  readonly coverageOf?: (rows: readonly number[]) => ReadonlyMap<number, number>;
}

/** Position of a record in its thread. */
export interface ThreadPosition {
  readonly of: SelectedRow;
  readonly thread: string;
  readonly previous: string | undefined;
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
  score(statistics: TextStatistics, limit: number): Promise<LegMatches>;
}

/** Some scopes of a search and a way to search them. Parts are disjoint. */
export interface SearchPart {
  /** Searchable records of its scopes, selected or not. */
  readonly documents: number;
  readonly terms: number;
  /** Finds the nearest of the selection, by cosine. */
  nearest(query: VectorQuery): Promise<readonly FoundRecord[]>;
  withTerms(terms: readonly string[]): Promise<TextMatches>;
  /**
   * Returns the distinct thread positions of these rows and of up to `count` selected neighbours on
   * each side. Rows without a thread or of other parts have none.
   */
  around(rows: readonly SelectedRow[], count: number): readonly ThreadPosition[];
}
