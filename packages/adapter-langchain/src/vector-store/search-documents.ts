import { MemoryError, type Filter, type MemoryRecord, type RecalledMemory } from "@kioku/core";
import {
  checkNumber,
  dotProduct,
  invalidInput,
  maximalMarginalRelevance,
} from "@kioku/core/toolkit";
import type { MemoryVectors, VectorQuery } from "@kioku/core/toolkit";
import { Document, type DocumentInterface } from "@langchain/core/documents";
import type { MaxMarginalRelevanceSearchOptions } from "@langchain/core/vectorstores";

/** Most documents of one search. */
const MAX_K = 10_000;
const DEFAULT_FETCH_K = 20;
/** Growth of a search when a filter function accepts too few. */
const WIDER = 4;

/** Filter of core, or a function of the document as in LangChain's in-memory store. */
export type DocumentFilter = Filter | ((document: DocumentInterface) => boolean);

interface DocumentSearch {
  readonly k: number;
  readonly kind: string;
  readonly filter: DocumentFilter | undefined;
}

/** Returns the nearest records and their cosine similarities, nearest first. */
export async function searchDocuments(
  vectors: MemoryVectors,
  query: VectorQuery,
  { k, kind, filter }: DocumentSearch,
): Promise<readonly (readonly [RecalledMemory, number])[]> {
  checkNumber(k, "k", { min: 1, max: MAX_K, integer: true });
  const search = async (limit: number, narrowed?: Filter): Promise<readonly RecalledMemory[]> =>
    vectors.search({ ...query, limit, kinds: [kind], filter: narrowed });
  const found =
    typeof filter === "function" ? await findPassing(search, k, filter) : await search(k, filter);
  return found.map((memory) => [memory, memory.signals?.similarity ?? memory.score]);
}

/**
 * Returns the nearest records that pass a function, widening the search until enough do.
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
  // A promise would pass every document.
  if (typeof (accepted as { readonly then?: unknown } | null | undefined)?.then === "function") {
    throw invalidInput("result of the filter function", "a boolean, got a promise");
  }
  return Boolean(accepted);
}

/** Returns records that answer a query and differ from each other, in the order chosen. */
export async function searchDiverse(
  vectors: MemoryVectors,
  query: string,
  options: MaxMarginalRelevanceSearchOptions<DocumentFilter> & { readonly kind: string },
): Promise<readonly MemoryRecord[]> {
  const { k, fetchK = DEFAULT_FETCH_K, lambda = 0.5, filter, kind } = options;
  checkNumber(k, "k", { min: 1, max: MAX_K, integer: true });
  checkNumber(fetchK, "fetchK", { min: 1, max: MAX_K, integer: true });
  checkNumber(lambda, "lambda", { min: 0, max: 1 });
  const search = { k: Math.max(k, fetchK), kind, filter };
  const found = await searchDocuments(vectors, { query }, search);
  const own = await vectors.vectors(found.map(([memory]) => memory));
  // Records without a vector were changed or deleted meanwhile.
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

/** Maps a cosine to 0 to 1, monotonically. */
function toShare(cosine: number): number {
  return (cosine + 1) / 2;
}

/** Converts a record to a document with its own metadata only. */
export function toDocument({ id, key = id, content, metadata }: MemoryRecord): DocumentInterface {
  return new Document({ pageContent: content, metadata: { ...metadata }, id: key });
}
