import type { CallOptions } from "../model/call-options.js";

/** A query as expanders see it. */
export interface ExpandedQuery {
  /** Its text as it was asked. */
  readonly text: string;
  /** Its distinct terms, made by `queryTerms`. */
  readonly terms: readonly string[];
}

/** A term that is searched beside those of the query. */
export interface FurtherTerm {
  /** As `documentTerms` writes it. */
  readonly term: string;
  /** The term of the query that it stands for, whose weight it shares. */
  readonly standsFor: string;
  /** Above 0, at most 1: as good as the term that it stands for. */
  readonly weight: number;
}

/** Answer of an expander. What is out of range or not of the query is left out. */
export interface QueryExpansion {
  /** Factors of the terms of the query in their order, above 0 to 1. @defaultValue all 1 */
  readonly weights?: readonly number[] | undefined;
  /** Words of like meaning, of this or another language. @defaultValue none */
  readonly further?: readonly FurtherTerm[] | undefined;
}

/** Weighs the terms of a query and adds others to search for. An embedder may bring one. */
export interface QueryExpander {
  /** Tells expanders apart in logs. */
  readonly name: string;
  /** Called once a recall. After an error the recall goes on without it and is `degraded`. */
  expand(query: ExpandedQuery, options?: CallOptions): QueryExpansion | Promise<QueryExpansion>;
}
