import type { CallOptions } from "../model/call-options.js";

/** Options of `rerank`. */
export interface RerankOptions extends CallOptions {
  /** Number of the best documents to return. Default: all. */
  readonly topN?: number;
}

/** One document's place in the ranking. */
export interface RerankScore {
  /** Index into the documents given. */
  readonly index: number;
  /** More is better; comparable within one call only, unless the reranker has a `weight`. */
  readonly score: number;
}

/** Orders documents by how well they answer a query, usually with a cross-encoder. */
export interface Reranker {
  /** Model and revision, for `explain`. */
  readonly id: string;
  /** Weight of its scores, 0 to 1, both on one scale. Absent: only its order counts. */
  readonly weight?: number;
  /** Returns the best first, each index at most once. Any error becomes `reranker-failed`. */
  rerank(
    query: string,
    documents: readonly string[],
    options?: RerankOptions,
  ): Promise<readonly RerankScore[]>;
  /** Releases what it holds. Called once, by `memory.close()`. */
  close?(): Promise<void>;
}
