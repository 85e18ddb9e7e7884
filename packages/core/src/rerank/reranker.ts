import type { CallOptions } from "../model/call-options.js";

/** What `rerank` takes beside query and documents. */
export interface RerankOptions extends CallOptions {
  /** How many of the best are wanted. Default: all. */
  readonly topN?: number;
}

/** One document's place in the ranking. */
export interface RerankScore {
  /** Index into the documents given. */
  readonly index: number;
  /** More is better; comparable within one call only. */
  readonly score: number;
}

/** Orders documents by how well they answer a query, usually with a cross-encoder. */
export interface Reranker {
  /** Model and revision, for `explain`. */
  readonly id: string;
  /** Best first, each index at most once. Rejects with any error; core reports it as `reranker-failed`. */
  rerank(
    query: string,
    documents: readonly string[],
    options?: RerankOptions,
  ): Promise<readonly RerankScore[]>;
  /** Releases what it holds. Called once, by `memory.close()`. */
  close?(): Promise<void>;
}
