import { MemoryError } from "@kioku/core";
import type { Filter, MemoryRecord, RecalledMemory } from "@kioku/core";
import {
  checkNumber,
  checkText,
  dotProduct,
  invalidInput,
  maximalMarginalRelevance,
} from "@kioku/core/toolkit";
import type { MemoryVectors, VectorQuery } from "@kioku/core/toolkit";
import { Document } from "@langchain/core/documents";
import type { DocumentInterface } from "@langchain/core/documents";
import type { MaxMarginalRelevanceSearchOptions } from "@langchain/core/vectorstores";

import { checkVector } from "./check-vector.js";

/** Most documents of one search. */
const MAX_K = 10_000;
const DEFAULT_FETCH_K = 20;
/** By how much a search grows when a filter function accepts too few. */
const WIDER = 4;

/**
 * A filter as core has it, or a function of the document, as LangChain's own in-memory store takes.
 */
export type DocumentFilter = Filter | ((document: DocumentInterface) => boolean);

/** How much to find, and among what. */
export interface DocumentSearch {
  readonly k: number;
  readonly kind: string;
  readonly filter: DocumentFilter | undefined;
}

/** What to be near to: a text, or a vector, as a caller gave it. */
export type DocumentQuery =
  | { readonly text: string; readonly vector?: undefined }
  | { readonly text?: undefined; readonly vector: readonly number[] };

/** The nearest records and their cosine similarities, nearest first. */
export async function searchDocuments(
  vectors: MemoryVectors,
  query: DocumentQuery,
  { k, kind, filter }: DocumentSearch,
): Promise<readonly (readonly [RecalledMemory, number])[]> {
  checkNumber(k, "k", { min: 1, max: MAX_K, integer: true });
  const search = async (limit: number, narrowed?: Filter): Promise<readonly RecalledMemory[]> =>
    vectors.search({ ...toVectorQuery(query), limit, kinds: [kind], filter: narrowed });
  const found =
    typeof filter === "function" ? await findPassing(search, k, filter) : await search(k, filter);
  return found.map((memory) => [memory, memory.signals?.similarity ?? memory.score]);
}

/**
 * Returns the nearest records that pass. A store cannot run the function, so ever more of the
 * nearest are read until enough of them pass.
 * @throws `invalid-input` if too few of the nearest 10,000 pass and there are more.
 */
async function findPassing(
  search: (limit: number) => Promise<readonly RecalledMemory[]>,
  k: number,
  filter: (document: DocumentInterface) => boolean,
): Promise<readonly RecalledMemory[]> {
  const passes = new Map<string, boolean>();
  for (let limit = Math.min(k * WIDER, MAX_K); ; limit = Math.min(limit * WIDER, MAX_K)) {
    const found = await search(limit);
    const passing = found.filter((memory) => {
      const isPassing = passes.get(memory.id) ?? isAccepted(filter, memory);
      passes.set(memory.id, isPassing);
      return isPassing;
    });
    if (passing.length >= k || found.length < limit) return passing.slice(0, k);
    if (limit < MAX_K) continue;
    throw new MemoryError(
      "invalid-input",
      `filter function accepted ${passing.length} of the nearest ${MAX_K} documents, fewer than k; narrow the search with a filter object`,
    );
  }
}

function isAccepted(
  filter: (document: DocumentInterface) => unknown,
  memory: MemoryRecord,
): boolean {
  const accepted = filter(toDocument(memory));
  // A promise would count as true for every document.
  if (typeof (accepted as { readonly then?: unknown } | null | undefined)?.then === "function") {
    throw invalidInput("result of the filter function", "a boolean, got a promise");
  }
  return Boolean(accepted);
}

function toVectorQuery({ text, vector }: DocumentQuery): VectorQuery {
  if (text === undefined) return { vector: checkVector(vector, "query") };
  return { query: checkText(text, "query", Number.POSITIVE_INFINITY) };
}

/** The records that answer a question and are unlike each other, in the order they were chosen. */
export async function searchDiverse(
  vectors: MemoryVectors,
  query: string,
  {
    kind,
    ...options
  }: MaxMarginalRelevanceSearchOptions<DocumentFilter> & { readonly kind: string },
): Promise<readonly MemoryRecord[]> {
  const { k, fetchK = DEFAULT_FETCH_K, lambda = 0.5, filter } = options;
  checkNumber(k, "k", { min: 1, max: MAX_K, integer: true });
  checkNumber(fetchK, "fetchK", { min: 1, max: MAX_K, integer: true });
  checkNumber(lambda, "lambda", { min: 0, max: 1 });
  const search = { k: Math.max(k, fetchK), kind, filter };
  const found = await searchDocuments(vectors, { text: query }, search);
  const own = await vectors.vectors(found.map(([memory]) => memory));
  // What has lost its vector was changed or deleted a moment ago.
  const choices = found.flatMap(([memory, similarity], index) => {
    const vector = own[index];
    return vector ? [{ memory, similarity, vector }] : [];
  });
  const similarity = (a: number, b: number): number => {
    const [one, other] = [choices[a], choices[b]];
    return one && other ? toShare(dotProduct(one.vector, other.vector)) : 0;
  };
  const relevance = choices.map((choice) => toShare(choice.similarity));
  const chosen = maximalMarginalRelevance({ relevance, similarity }, lambda, k);
  return chosen.flatMap(({ index }) => choices[index]?.memory ?? []);
}

/**
 * A cosine on the scale that the choice is made on. The same for all of them, so that it changes no
 * choice.
 */
function toShare(cosine: number): number {
  return (cosine + 1) / 2;
}

/** A record as a document with its own metadata and nothing else. */
export function toDocument({ id, key = id, content, metadata }: MemoryRecord): DocumentInterface {
  return new Document({ pageContent: content, metadata: { ...metadata }, id: key });
}
