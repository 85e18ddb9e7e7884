import { checkMembers, checkOneOf, unlessAborted } from "@kioku/core/toolkit";
import type { Callbacks } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { ensureConfig, type RunnableConfig } from "@langchain/core/runnables";
import { VectorStoreRetriever } from "@langchain/core/vectorstores";
import type { VectorStoreInterface, VectorStoreRetrieverInput } from "@langchain/core/vectorstores";

/** Arguments of `asRetriever`: a number of documents or all settings, a filter, tracing data. */
export type RetrieverFields<Store extends VectorStoreInterface> = [
  kOrFields?: number | Partial<VectorStoreRetrieverInput<Store>>,
  filter?: Store["FilterType"],
  callbacks?: Callbacks,
  tags?: string[],
  metadata?: Record<string, unknown>,
  verbose?: boolean,
];

const SEARCH_FIELDS = ["k", "filter", "searchType", "searchKwargs"];
const TRACING_FIELDS = ["callbacks", "tags", "metadata", "verbose"];

/** Checks settings, which LangChain ignores if misspelled. */
export function checkRetrieverFields([fields]: RetrieverFields<VectorStoreInterface>): void {
  if (fields === undefined || typeof fields === "number") return;
  checkMembers(fields, "fields", [...SEARCH_FIELDS, ...TRACING_FIELDS, "vectorStore"]);
  checkOneOf(fields.searchType ?? "similarity", "fields.searchType", ["similarity", "mmr"]);
  if (!("searchKwargs" in fields) || fields.searchKwargs === undefined) return;
  checkMembers(fields.searchKwargs, "fields.searchKwargs", ["fetchK", "lambda"]);
}

/** Retriever over a `MemoryVectorStore`, made by `asRetriever`; heeds the signal of a call. */
export class MemoryVectorStoreRetriever<
  Store extends VectorStoreInterface,
> extends VectorStoreRetriever<Store> {
  /** Copies another retriever. */
  static from<Store extends VectorStoreInterface>(
    vectorStore: Store,
    made: VectorStoreRetriever,
  ): MemoryVectorStoreRetriever<Store> {
    const { k, filter, tags, metadata, verbose, callbacks, searchType, searchKwargs } = made;
    const retriever = new MemoryVectorStoreRetriever({ vectorStore });
    const fields = { k, filter, tags, metadata, verbose, callbacks, searchType, searchKwargs };
    return Object.assign(retriever, fields);
  }

  /** Retrieves documents. Rejects as soon as the signal is aborted; the search itself goes on. */
  override async invoke(
    input: string,
    options?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface[]> {
    const { signal } = ensureConfig(options);
    signal?.throwIfAborted();
    return unlessAborted(super.invoke(input, options), signal);
  }
}
