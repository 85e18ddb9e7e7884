import type { Reranker } from "@kioku/core";
import {
  askReranker,
  checkMembers,
  checkMethods,
  checkNumber,
  invalidInput,
} from "@kioku/core/toolkit";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";

/** Options of `RerankerCompressor`. */
export interface RerankerCompressorOptions {
  /** Orders the documents; its owner closes it. */
  readonly reranker: Reranker;
  /** Number of documents to keep, at least 1. @defaultValue all that the reranker names */
  readonly topN?: number | undefined;
}

/** Addition to the metadata of a document. */
export interface RelevanceScore {
  /** Score of the reranker, on its scale; more is better. */
  readonly relevanceScore: number;
}

/**
 * Reranker as a document compressor of LangChain: keeps the documents that answer a query best,
 * best first, as copies with their score in `metadata.relevanceScore`. Calls cannot be aborted.
 */
export class RerankerCompressor extends BaseDocumentCompressor {
  /** Orders the documents. */
  readonly reranker: Reranker;
  /** Number of documents to keep; `undefined` for all that the reranker names. */
  readonly topN: number | undefined;

  /** @throws `invalid-input` naming the option. */
  constructor(options: RerankerCompressorOptions) {
    super();
    checkMembers(options, "options", ["reranker", "topN"]);
    const { reranker, topN } = options;
    checkMethods(reranker, "options.reranker", ["rerank"]);
    if (topN !== undefined) checkNumber(topN, "options.topN", { min: 1, integer: true });
    this.reranker = reranker;
    this.topN = topN;
  }

  /** Returns the id of the reranker, which itself may hold a key. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { reranker: this.reranker.id, topN: this.topN };
  }

  /**
   * Returns the documents that answer the query best, best first.
   * @throws `reranker-failed` if the reranker fails or returns anything but finite scores for
   *   distinct documents; `invalid-input` for invalid documents or queries.
   */
  override async compressDocuments<Metadata extends DocumentInterface["metadata"]>(
    documents: DocumentInterface<Metadata>[],
    query: string,
  ): Promise<DocumentInterface<Metadata & RelevanceScore>[]> {
    const texts = textsOf(documents);
    if (typeof query !== "string") throw invalidInput("query", "a string", query);
    if (texts.length === 0) return [];
    const given = [...documents];
    const ranking = await askReranker(this.reranker, { query, texts, topN: this.topN });
    return ranking.flatMap(({ index, score }) => {
      const document = given[index];
      return document ? [withScore(document, score)] : [];
    });
  }
}

function textsOf(documents: readonly DocumentInterface[]): readonly string[] {
  if (!Array.isArray(documents)) throw invalidInput("documents", "a list of documents", documents);
  return Array.from(documents, (document: Partial<DocumentInterface> | undefined, index) => {
    const text: unknown = document?.pageContent;
    if (typeof text !== "string") {
      throw invalidInput(`documents[${index}].pageContent`, "a string", text);
    }
    return text;
  });
}

function withScore<Metadata extends DocumentInterface["metadata"]>(
  { id, pageContent, metadata }: DocumentInterface<Metadata>,
  score: number,
): Document<Metadata & RelevanceScore> {
  const fields = { pageContent, metadata: { ...metadata, relevanceScore: score } };
  return new Document(id === undefined ? fields : { ...fields, id });
}
