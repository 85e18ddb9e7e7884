import type { Selection } from "./selection.js";
import type { RecordId } from "./write-op.js";

/** One way to search. Fusing the ways, ranking and reranking are core's work, so that every store ranks alike. */
export type SearchLeg = VectorLeg | TextLeg;

/** Searches by meaning: every vector of the space is compared. */
export interface VectorLeg {
  /** Tells legs apart. */
  readonly type: "vector";
  /** Only vectors of this space are compared; an unknown space has no hits. */
  readonly space: string;
  /** Of Euclidean length 1 and of the space's width. */
  readonly values: Float32Array;
}

/** Searches by keyword: a record matches if it has at least one of the terms. */
export interface TextLeg {
  /** Tells legs apart. */
  readonly type: "text";
  /** Distinct terms made by core's `queryTerms`. */
  readonly terms: readonly string[];
}

/** What to search, where, and how many matches to return. */
export interface SearchRequest {
  /** How to search. */
  readonly leg: SearchLeg;
  /** Where; applied before the limit. */
  readonly selection: Selection;
  /** 1 to 10,000. */
  readonly limit: number;
}

/** One match of one leg. Hits come best first; equal scores by `id`, then by `scopeToPath`, both as by `compareText`. */
export interface SearchHit extends RecordId {
  /** Vector leg: cosine similarity, -1 to 1. Text leg: what core's `textScorer` gives for the searched scopes, 0 to 1. */
  readonly score: number;
}
