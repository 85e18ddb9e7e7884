import type { Memory } from "@kioku/core";
import { checkMembers, memoryVectors } from "@kioku/core/toolkit";
import type { MemoryVectors } from "@kioku/core/toolkit";
import type { DocumentInterface } from "@langchain/core/documents";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";
import { VectorStore } from "@langchain/core/vectorstores";
import type { MaxMarginalRelevanceSearchOptions } from "@langchain/core/vectorstores";

import { deleteDocuments } from "./delete-documents.js";
import type { MemoryVectorStoreDeletion } from "./delete-documents.js";
import { toDocumentBatch } from "./document-inputs.js";
import type { DocumentRecords, MemoryVectorStoreAddOptions } from "./document-inputs.js";
import { embeddingsOf } from "./embeddings-of.js";
import {
  checkRetrieverFields,
  MemoryVectorStoreRetriever,
} from "./memory-vector-store-retriever.js";
import type { RetrieverFields } from "./memory-vector-store-retriever.js";
import { searchDiverse, searchDocuments, toDocument } from "./search-documents.js";
import type { DocumentFilter } from "./search-documents.js";
import { textsToDocuments } from "./texts-to-documents.js";
import { optionsOf, resolveOptions } from "./vector-store-options.js";
import type { MemoryVectorStoreConfig, MemoryVectorStoreOptions } from "./vector-store-options.js";
import { writeDocuments } from "./write-documents.js";

/** How many documents a search finds, as LangChain's own. */
const DEFAULT_K = 4;
const ADD_OPTIONS = ["ids", "signal", "actor", "cause", "onProgress"];

/** What `fromTexts` takes. */
export type FromTexts = [
  texts: string[],
  metadatas: object[] | object,
  embeddings: EmbeddingsInterface,
  config: MemoryVectorStoreConfig,
];

/**
 * Documents in a memory, as LangChain knows vector stores. A document is a record whose key is the
 * document's id, so that adding the same id again replaces it, and whose metadata is the
 * document's, as it is. Only records of one kind are its documents: searches find no others, and
 * deletions reach no others. To search all memories of a scope, by words as well and by what they
 * are worth, use a `MemoryRetriever` instead.
 *
 * Searches measure cosine similarity, -1 to 1, more is better, and nothing else. They see the
 * documents of this scope, not of those below. LangChain hands no signal to searches; `asRetriever`
 * gives a retriever that rejects as soon as its signal is aborted.
 */
export class MemoryVectorStore extends VectorStore {
  /**
   * Narrows searches: a filter as core has it, whose plain names are fields of the metadata, or a
   * function of the document. Deletions take the former alone.
   */
  declare FilterType: DocumentFilter;
  /** The view whose scope holds the documents. */
  readonly memory: Memory;
  /** Kind of the records that are its documents. */
  readonly kind: string;
  readonly #vectors: MemoryVectors;
  readonly #records: DocumentRecords;

  /**
   * @throws `invalid-input` for an option that is missing, unknown or wrong, and for a memory of
   * several layers.
   */
  constructor(options: MemoryVectorStoreOptions) {
    const { memory, embedder, ...records } = resolveOptions(options);
    const vectors = memoryVectors(memory, { embedder });
    // The base class keeps what it is given here, and shows it to tracers.
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

  /** Name of this sort of store in traces: `kioku`. */
  // The base class calls it before there are fields.
  override _vectorstoreType(): string {
    return "kioku";
  }

  /**
   * Adds documents, or replaces those of the same id, in one batch. Without an id, the same text
   * with the same metadata is the same document. Resolves to their ids, in order, when they are
   * durable. If the memory's own embedder fails, they are kept all the same, and found as soon as
   * the background has made their vectors.
   * @throws `invalid-input` naming the document by its place; `embedder-failed` if it is not the
   *   memory's embedder that fails; then nothing was written. `rejected-by-plugin` and `untrusted`
   *   for documents that were refused; the others were written.
   */
  override async addDocuments(
    documents: DocumentInterface[],
    options: MemoryVectorStoreAddOptions = {},
  ): Promise<string[]> {
    checkMembers(options, "options", ADD_OPTIONS);
    const { ids, ...rest } = options;
    return writeDocuments(this.#vectors, toDocumentBatch(documents, { ids }, this.#records), rest);
  }

  /**
   * The same for documents whose vectors there are already: one per document, of any length, as
   * wide as those in the space.
   * @throws as `addDocuments`; `vector-space-mismatch` for a vector of another width.
   */
  override async addVectors(
    vectors: number[][],
    documents: DocumentInterface[],
    options: MemoryVectorStoreAddOptions = {},
  ): Promise<string[]> {
    checkMembers(options, "options", ADD_OPTIONS);
    const { ids, ...rest } = options;
    return writeDocuments(
      this.#vectors,
      toDocumentBatch(documents, { ids, vectors }, this.#records),
      rest,
    );
  }

  /**
   * Deletes documents of this store by their ids, by a filter, or all of them; records of other
   * kinds stay. Ids that are not there are no error.
   * @throws `invalid-input` unless exactly one of `ids`, `filter` and `deleteAll` is named, and for
   *   a filter that holds of everything; `rejected-by-plugin`.
   */
  override async delete(deletion: MemoryVectorStoreDeletion): Promise<void> {
    await deleteDocuments(this.memory, this.kind, deletion);
  }

  /**
   * The `k` documents, 1 to 10,000, whose vectors are nearest to a vector, and their cosine
   * similarities, nearest first.
   * @throws `invalid-input`; `vector-space-mismatch` for a vector of another width than those in
   *   the space.
   */
  override async similaritySearchVectorWithScore(
    query: number[],
    k: number,
    filter?: DocumentFilter,
  ): Promise<[DocumentInterface, number][]> {
    const { kind } = this;
    const found = await searchDocuments(this.#vectors, { vector: query }, { k, kind, filter });
    return found.map(([memory, similarity]) => [toDocument(memory), similarity]);
  }

  /**
   * The `k` documents, 4 unless told, 1 to 10,000, that are nearest to a text, and their cosine
   * similarities, nearest first.
   * @throws `invalid-input`; `embedder-failed`.
   */
  override async similaritySearchWithScore(
    query: string,
    k: number = DEFAULT_K,
    filter?: DocumentFilter,
  ): Promise<[DocumentInterface, number][]> {
    const { kind } = this;
    const found = await searchDocuments(this.#vectors, { text: query }, { k, kind, filter });
    return found.map(([memory, similarity]) => [toDocument(memory), similarity]);
  }

  /** The same without the similarities. */
  override async similaritySearch(
    query: string,
    k: number = DEFAULT_K,
    filter?: DocumentFilter,
  ): Promise<DocumentInterface[]> {
    const found = await this.similaritySearchWithScore(query, k, filter);
    return found.map(([document]) => document);
  }

  /**
   * The `k` documents that answer a question and are unlike each other, in the order they were
   * chosen: maximal marginal relevance among the `fetchK` nearest, 20 unless told and never fewer
   * than `k`. `lambda` 1 is by similarity alone, 0 as unlike as can be, 0.5 unless told.
   * @throws `invalid-input`; `embedder-failed`.
   */
  override async maxMarginalRelevanceSearch(
    query: string,
    options: MaxMarginalRelevanceSearchOptions<DocumentFilter>,
  ): Promise<DocumentInterface[]> {
    checkMembers(options, "options", ["k", "fetchK", "lambda", "filter"]);
    const { kind } = this;
    const chosen = await searchDiverse(this.#vectors, query, { ...options, kind });
    return chosen.map(toDocument);
  }

  /**
   * The store as a retriever: `k` documents, 4 unless told, by `searchType` `"similarity"` or
   * `"mmr"`, narrowed by `filter`. It rejects with the reason of its signal as soon as that is
   * aborted.
   */
  override asRetriever(...fields: RetrieverFields<this>): MemoryVectorStoreRetriever<this> {
    checkRetrieverFields(fields);
    return MemoryVectorStoreRetriever.from(this, super.asRetriever(...fields));
  }

  /**
   * A store with these texts in it, each with the metadata in its place, or all with the same.
   * @throws `invalid-input` as the constructor and `addDocuments`, and for embeddings that need an
   *   `embedderId`.
   */
  static override async fromTexts(
    ...[texts, metadatas, embeddings, config]: FromTexts
  ): Promise<MemoryVectorStore> {
    const documents = textsToDocuments(texts, metadatas);
    return MemoryVectorStore.fromDocuments(documents, embeddings, config);
  }

  /**
   * A store with these documents in it.
   * @throws `invalid-input` as the constructor and `addDocuments`, and for embeddings that need an
   *   `embedderId`.
   */
  static override async fromDocuments(
    documents: DocumentInterface[],
    embeddings: EmbeddingsInterface,
    config: MemoryVectorStoreConfig,
  ): Promise<MemoryVectorStore> {
    const store = await MemoryVectorStore.fromExistingIndex(embeddings, config);
    await store.addDocuments(documents);
    return store;
  }

  /**
   * A store with the documents that the memory has already.
   * @throws `invalid-input` as the constructor, and for embeddings that need an `embedderId`.
   */
  static async fromExistingIndex(
    embeddings: EmbeddingsInterface,
    config: MemoryVectorStoreConfig,
  ): Promise<MemoryVectorStore> {
    return new MemoryVectorStore(optionsOf(embeddings, config));
  }
}
