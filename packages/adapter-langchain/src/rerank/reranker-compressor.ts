import type { Reranker } from "@kioku/core";
import {
  askReranker,
  checkMembers,
  checkMethods,
  checkNumber,
  invalidInput,
} from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import { BaseDocumentCompressor } from "@langchain/core/retrievers/document_compressors";

/** What a `RerankerCompressor` takes. */
export interface RerankerCompressorOptions {
  /** Orders the documents. It belongs to whoever made it: nothing here closes it. */
  readonly reranker: Reranker;
  /**
   * How many of the best documents to keep, at least 1. @defaultValue all that the reranker names
   */
  readonly topN?: number | undefined;
}

/** What is added to the metadata of a document. */
export interface RelevanceScore {
  /** The reranker's score, more is better; its scale is the reranker's. */
  readonly relevanceScore: number;
}

/**
 * A reranker as LangChain knows document compressors: keeps the documents that answer a question
 * best, best first. Each is a copy with the reranker's score as `metadata.relevanceScore`, the name
 * that rerankers of LangChain use. How scores of two calls compare is the reranker's to say.
 *
 * LangChain hands no signal to compressors, so that no call can be aborted.
 */
export class RerankerCompressor extends BaseDocumentCompressor {
  /** Orders the documents. */
  readonly reranker: Reranker;
  /** How many of the best documents are kept; `undefined`: all that the reranker names. */
  readonly topN: number | undefined;

  /** @throws `invalid-input` for an option that is missing, unknown or wrong. */
  constructor(options: RerankerCompressorOptions) {
    super();
    checkMembers(options, "options", ["reranker", "topN"]);
    const { reranker, topN } = options;
    checkMethods(reranker, "options.reranker", ["rerank"]);
    if (topN !== undefined) {
      checkNumber(topN, "options.topN", { min: 1, integer: true });
    }
    this.reranker = reranker;
    this.topN = topN;
  }

  /** What stands for it in JSON: the id of the reranker, which itself may hold a key. */
  toJSON(): Readonly<Record<string, unknown>> {
    return { reranker: this.reranker.id, topN: this.topN };
  }

  /**
   * The documents that answer the question best, best first. No documents give none, and nobody is
   * asked.
   * @throws `reranker-failed` if the reranker fails, or answers something else than finite scores
   *   for distinct documents; `invalid-input` for what is no document, and for a question that is
   *   no text.
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
