import type { Memory } from "@kioku/core";
import { checkMembers, checkText, memoryVectors, type MemoryVectors } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { VectorStore, type MaxMarginalRelevanceSearchOptions } from "@langchain/core/vectorstores";

import { deleteDocuments, type MemoryVectorStoreDeletion } from "./delete-documents.js";
import {
  checkRetrieverFields,
  MemoryVectorStoreRetriever,
} from "./memory-vector-store-retriever.js";
import type { RetrieverFields } from "./memory-vector-store-retriever.js";
import { searchDiverse, searchDocuments, toDocument } from "./search-documents.js";
import type { DocumentFilter } from "./search-documents.js";
import { embeddingsOf, optionsOf, resolveOptions } from "./vector-store-options.js";
import type { MemoryVectorStoreConfig, MemoryVectorStoreOptions } from "./vector-store-options.js";
import {
  checkVector,
  textsToDocuments,
  toDocumentBatch,
  writeDocuments,
} from "./write-documents.js";
import type { DocumentRecords, MemoryVectorStoreAddOptions } from "./write-documents.js";

/** LangChain's default for `k`. */
const DEFAULT_K = 4;

/** Arguments of `fromTexts`. */
export type FromTexts = [
  texts: string[],
  metadatas: object[] | object,
  embeddings: EmbeddingsInterface,
  config: MemoryVectorStoreConfig,
];

/**
 * Vector store of LangChain in a memory. A document is a record with the document's id as its key,
 * so that adding an id again replaces it. Searches and deletions reach only records of one kind. To
 * search all memories, by words and value as well, use a `MemoryRetriever`.
 *
 * Searches rank by cosine similarity alone, -1 to 1, in this scope without those below. LangChain
 * passes no signal to searches; retrievers of `asRetriever` heed theirs.
 */
export class MemoryVectorStore extends VectorStore {
  /**
   * Filter of searches: one of core, whose plain names are metadata fields, or a function of the
   * document. Deletions take the former only.
   */
  declare FilterType: DocumentFilter;
  /** View whose scope holds the documents. */
  readonly memory: Memory;
  /** Kind of the documents' records. */
  readonly kind: string;
  readonly #vectors: MemoryVectors;
  readonly #records: DocumentRecords;

  /** @throws `invalid-input` naming the option, and for a memory of several layers. */
  constructor(options: MemoryVectorStoreOptions) {
    const { memory, embedder, ...records } = resolveOptions(options);
    const vectors = memoryVectors(memory, { embedder });
    // The base class shows these fields to tracers.
    super(embeddingsOf(vectors, embedder), {});
    this.memory = memory;
    this.kind = records.kind;
    this.#vectors = vectors;
    this.#records = records;
  }

  /** Name of the class in traces, also after minification. */
  static override lc_name(): string {
    return "MemoryVectorStore";
  }

  /** Type of the store in traces: `kioku`. */
  // The base class calls it before fields exist.
  override _vectorstoreType(): string {
    return "kioku";
  }

  /**
   * Adds documents in one batch, replacing those of the same id; without ids, of the same text and
   * metadata. Returns their ids in order, once durable. If the memory's own embedder fails, the
   * background adds the vectors.
   * @throws `invalid-input` naming the document; `embedder-failed` of a separate embedder, before
   *   anything is written; `rejected-by-plugin` or `untrusted` after the other documents were
   *   written.
   */
  override async addDocuments(
    documents: DocumentInterface[],
    options: MemoryVectorStoreAddOptions = {},
  ): Promise<string[]> {
    return this.#add(documents, {}, options);
  }

  /**
   * Adds documents with a vector each, as wide as the space.
   * @throws as `addDocuments`; `vector-space-mismatch` for another width.
   */
  override async addVectors(
    vectors: number[][],
    documents: DocumentInterface[],
    options: MemoryVectorStoreAddOptions = {},
  ): Promise<string[]> {
    return this.#add(documents, { vectors }, options);
  }

  async #add(
    documents: DocumentInterface[],
    vectors: { readonly vectors?: unknown },
    options: MemoryVectorStoreAddOptions,
  ): Promise<string[]> {
    checkMembers(options, "options", ["ids", "signal", "actor", "cause", "onProgress"]);
    const { ids, ...rest } = options;
    const batch = toDocumentBatch(documents, { ids, ...vectors }, this.#records);
    return writeDocuments(this.#vectors, batch, rest);
  }

  /**
   * Deletes documents of this store by ids, by a filter, or all. Missing ids are no error.
   * @throws `invalid-input` unless exactly one target is given, and for a filter that matches
   *   everything; `rejected-by-plugin`.
   */
  override async delete(deletion: MemoryVectorStoreDeletion): Promise<void> {
    await deleteDocuments(this.memory, this.kind, deletion);
  }

  /**
   * Returns the `k` documents (1 to 10,000) nearest to a vector, with cosine similarities.
   * @throws `invalid-input`; `vector-space-mismatch` for another width.
   */
  override async similaritySearchVectorWithScore(
    query: number[],
    k: number,
    filter?: DocumentFilter,
  ): Promise<[DocumentInterface, number][]> {
    const { kind } = this;
    const vector = checkVector(query, "query");
    const found = await searchDocuments(this.#vectors, { vector }, { k, kind, filter });
    return found.map(([memory, similarity]) => [toDocument(memory), similarity]);
  }

  /**
   * Returns the `k` documents (1 to 10,000, by default 4) nearest to a text, with cosine
   * similarities.
   * @throws `invalid-input`; `embedder-failed`.
   */
  override async similaritySearchWithScore(
    query: string,
    k: number = DEFAULT_K,
    filter?: DocumentFilter,
  ): Promise<[DocumentInterface, number][]> {
    const { kind } = this;
    checkText(query, "query", Infinity);
    const found = await searchDocuments(this.#vectors, { query }, { k, kind, filter });
    return found.map(([memory, similarity]) => [toDocument(memory), similarity]);
  }

  /** Searches as `similaritySearchWithScore`, without scores. */
  override async similaritySearch(
    query: string,
    k: number = DEFAULT_K,
    filter?: DocumentFilter,
  ): Promise<DocumentInterface[]> {
    const found = await this.similaritySearchWithScore(query, k, filter);
    return found.map(([document]) => document);
  }

  /**
   * Returns `k` documents that answer a query and differ from each other, by maximal marginal
   * relevance among the `fetchK` nearest (by default 20, at least `k`). `lambda` weighs similarity,
   * 0 to 1, by default 0.5.
   * @throws `invalid-input`; `embedder-failed`.
   */
  override async maxMarginalRelevanceSearch(
    query: string,
    options: MaxMarginalRelevanceSearchOptions<DocumentFilter>,
  ): Promise<DocumentInterface[]> {
    checkMembers(options, "options", ["k", "fetchK", "lambda", "filter"]);
    const { kind } = this;
    checkText(query, "query", Infinity);
    const chosen = await searchDiverse(this.#vectors, query, { ...options, kind });
    return chosen.map(toDocument);
  }

  /**
   * Returns a retriever of `k` documents (by default 4), by `searchType` `"similarity"` or `"mmr"`,
   * narrowed by `filter`, which heeds the signal of its calls.
   */
  override asRetriever(...fields: RetrieverFields<this>): MemoryVectorStoreRetriever<this> {
    checkRetrieverFields(fields);
    return MemoryVectorStoreRetriever.from(this, super.asRetriever(...fields));
  }

  /**
   * Creates a store with these texts, with metadata each or shared.
   * @throws `invalid-input` as the constructor and `addDocuments`, and without a needed
   *   `embedderId`.
   */
  static override async fromTexts(
    ...[texts, metadatas, embeddings, config]: FromTexts
  ): Promise<MemoryVectorStore> {
    const documents = textsToDocuments(texts, metadatas);
    return MemoryVectorStore.fromDocuments(documents, embeddings, config);
  }

  /** Creates a store with these documents. @throws as `fromTexts`. */
  static override async fromDocuments(
    documents: DocumentInterface[],
    embeddings: EmbeddingsInterface,
    config: MemoryVectorStoreConfig,
  ): Promise<MemoryVectorStore> {
    const store = await MemoryVectorStore.fromExistingIndex(embeddings, config);
    await store.addDocuments(documents);
    return store;
  }

  /** Creates a store with the documents in the memory. @throws as `fromTexts`. */
  static async fromExistingIndex(
    embeddings: EmbeddingsInterface,
    config: MemoryVectorStoreConfig,
  ): Promise<MemoryVectorStore> {
    return new MemoryVectorStore(optionsOf(embeddings, config));
  }
}
