import type { TextStatistics } from "@kioku/core/toolkit";

import type { SpaceRow } from "../read/find-space.js";
import type { FoundRecord, LegMatches, SelectedRow, ThreadPlace } from "./found-record.js";

/** What to search for in the vectors of one space. */
export interface VectorQuery {
  readonly space: SpaceRow;
  /** Of length 1. */
  readonly values: Float32Array;
  readonly limit: number;
}

/** What a text leg found in one part, to be scored when the statistics of all parts are known. */
export interface TextMatches {
  /**
   * For each term, in how many searchable records of the part it is, whatever the selection hides.
   */
  readonly documentFrequencies: readonly number[];
  /** The best `limit` of the selection by core's formula. */
  score(statistics: TextStatistics, limit: number): Promise<LegMatches>;
}

/** Some of the scopes of a search and a way to search them. No record is in two parts. */
export interface SearchPart {
  /** Searchable records of its scopes, whatever the selection hides. */
  readonly documents: number;
  /** The sum of their numbers of terms. */
  readonly terms: number;
  /** The nearest of the selection, by cosine. */
  nearest(query: VectorQuery): Promise<readonly FoundRecord[]>;
  /** The records that have any of the terms. */
  withTerms(terms: readonly string[]): Promise<TextMatches>;
  /**
   * The places of these rows and of up to `count` rows of the selection on each side of them, each
   * once. Rows without a thread, and rows of other parts, have none.
   */
  around(rows: readonly SelectedRow[], count: number): readonly ThreadPlace[];
}
