import { checkMembers, checkOneOf, unlessAborted } from "@kioku/core/toolkit";
import type { Callbacks } from "@langchain/core/callbacks/manager";
import type { DocumentInterface } from "@langchain/core/documents";
import { ensureConfig } from "@langchain/core/runnables";
import type { RunnableConfig } from "@langchain/core/runnables";
import { VectorStoreRetriever } from "@langchain/core/vectorstores";
import type { VectorStoreInterface, VectorStoreRetrieverInput } from "@langchain/core/vectorstores";

/**
 * What `asRetriever` takes: a number of documents, or all settings; then a filter and what tracers
 * are told.
 */
export type RetrieverFields<Store extends VectorStoreInterface> = [
  kOrFields?: number | Partial<VectorStoreRetrieverInput<Store>>,
  filter?: Store["FilterType"],
  callbacks?: Callbacks,
  tags?: string[],
  metadata?: Record<string, unknown>,
  verbose?: boolean,
];

const MEMBERS = [
  "k",
  "filter",
  "searchType",
  "searchKwargs",
  "callbacks",
  "tags",
  "metadata",
  "verbose",
  "vectorStore",
];

/**
 * @throws `invalid-input` for a setting that is unknown or wrong: LangChain would pass it over, and
 * a misspelled filter with it.
 */
export function checkRetrieverFields([fields]: RetrieverFields<VectorStoreInterface>): void {
  if (fields === undefined || typeof fields === "number") return;
  checkMembers(fields, "fields", MEMBERS);
  checkOneOf(fields.searchType ?? "similarity", "fields.searchType", ["similarity", "mmr"]);
  if (!("searchKwargs" in fields) || fields.searchKwargs === undefined) return;
  checkMembers(fields.searchKwargs, "fields.searchKwargs", ["fetchK", "lambda"]);
}

/**
 * A retriever over a `MemoryVectorStore`, as `asRetriever` makes it: LangChain's own, but it heeds
 * the signal of a call.
 */
export class MemoryVectorStoreRetriever<
  Store extends VectorStoreInterface,
> extends VectorStoreRetriever<Store> {
  /** One that does what another does. */
  static from<Store extends VectorStoreInterface>(
    vectorStore: Store,
    made: VectorStoreRetriever,
  ): MemoryVectorStoreRetriever<Store> {
    const { k, filter, tags, metadata, verbose, callbacks, searchType, searchKwargs } = made;
    const retriever = new MemoryVectorStoreRetriever({ vectorStore });
    const fields = { k, filter, tags, metadata, verbose, callbacks, searchType, searchKwargs };
    return Object.assign(retriever, fields);
  }

  /**
   * Retrieves documents. Rejects with the reason of the signal as soon as it is aborted, though the
   * search goes on unheard.
   */
  override async invoke(
    input: string,
    options?: Partial<RunnableConfig>,
  ): Promise<DocumentInterface[]> {
    const { signal } = ensureConfig(options);
    signal?.throwIfAborted();
    return unlessAborted(super.invoke(input, options), signal);
  }
}
