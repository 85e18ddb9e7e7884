import type { CallOptions, Memory, MemoryRecord, RecalledMemory } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import {
  compareText,
  documentTerms,
  dotProduct,
  embedderOf,
  embedTexts,
  memoryVectors,
  queryTerms,
  scoreTexts,
} from "@kioku/core/toolkit";

import type { FoundItem, KindItem } from "../api/memory-kinds.js";
import { recordToItem } from "../records/item-record.js";
import { withTags } from "../records/read-items.js";
import { fieldText } from "../schemas/field-text.js";
import type { FieldSearch } from "./check-search.js";

/** Items whose fields are compared by words; fewer where the field is a whole document. */
const MOST = 1_000;
const MOST_DOCUMENTS = 100;
/** Items whose fields are compared by meaning, at least and for each that is wanted. */
const LEAST = 50;
const PER_RESULT = 3;

/** Finds items, those of one kind after those of the one before, each the best first. */
export async function searchItems(
  memory: Memory,
  searches: readonly FieldSearch[],
  options: CallOptions,
): Promise<readonly FoundItem[]> {
  const hasVectors = embedderOf(memory) !== undefined;
  const found = await Promise.all(
    searches.map(async (search) => {
      const isByMeaning = search.method === "embedding" && hasVectors;
      const all = await (isByMeaning ? searchByMeaning : searchByWords)(memory, search, options);
      return all.toSorted(compareFound).slice(0, search.limit);
    }),
  );
  return found.flat();
}

/** Finds items by the keywords of one field: only those with one of them, by BM25. */
async function searchByWords(
  memory: Memory,
  search: FieldSearch,
  options: CallOptions,
): Promise<readonly FoundItem[]> {
  const { field, query } = search;
  const limit = field === "content" ? MOST_DOCUMENTS : MOST;
  const items = await recallByWords(memory, { ...search, limit }, options);
  const texts = items.map(({ fields }) => documentTerms(fieldText(fields, field)));
  const scores = scoreTexts({ terms: queryTerms(query) }, texts);
  return items.flatMap((item, index) => {
    const score = scores[index];
    return score === undefined ? [] : [{ item, score: Math.tanh(score) }];
  });
}

/**
 * Finds items by the meaning of one field, which is embedded for the comparison: of items that are
 * near by their whole text, or have words of the query.
 */
async function searchByMeaning(
  memory: Memory,
  search: FieldSearch,
  { signal }: CallOptions,
): Promise<readonly FoundItem[]> {
  const { field, query } = search;
  const vectors = memoryVectors(memory);
  const wide = { ...search, limit: Math.max(search.limit * PER_RESULT, LEAST) };
  const [embedder, near, named] = await Promise.all([
    vectors.embedder({ signal }),
    vectors.search(queryOf(wide), { signal }),
    recallByWords(memory, wide, { signal }),
  ]);
  const all = [...itemsOf(search, near), ...named];
  const compared = [...new Map(all.map((item) => [item.id, item])).values()].flatMap((item) => {
    const text = fieldText(item.fields, field);
    return text.trim() === "" ? [] : [{ item, text }];
  });
  if (compared.length === 0) return [];
  const texts = compared.map(({ text }) => text);
  const [asked, made] = await Promise.all([
    embedTexts(embedder, [query], { purpose: "query", signal }),
    embedTexts(embedder, texts, { purpose: "document", signal }),
  ]);
  const [wanted] = asked.vectors;
  if (!wanted) throw asked.failure ?? new MemoryError("embedder-failed", "query has no vector");
  return compared.flatMap(({ item }, index) => {
    const vector = made.vectors[index];
    if (!vector && made.failure && !made.unfit.has(index)) throw made.failure;
    if (!vector) return [];
    return [{ item, score: Math.min(Math.max(dotProduct(vector.values, wanted.values), 0), 1) }];
  });
}

/** Returns items that have words of the query in any searchable field. */
async function recallByWords(
  memory: Memory,
  search: FieldSearch,
  options: CallOptions,
): Promise<readonly KindItem[]> {
  const how = { mode: "keyword", minScore: 0, rerank: false } as const;
  return itemsOf(search, await memory.recall({ ...queryOf(search), ...how }, options));
}

function queryOf({ kind, query, filterTags, limit }: FieldSearch) {
  return { query, kinds: [kind], filter: withTags(filterTags), limit };
}

function itemsOf({ kind }: FieldSearch, found: readonly RecalledMemory[]): readonly KindItem[] {
  return found.flatMap((one) => recordToItem(kind, recordOf(one)) ?? []);
}

/** Returns the record of a recalled memory alone. */
function recordOf(found: RecalledMemory): MemoryRecord {
  const { score: _score, relevance: _relevance, reason: _reason, ...rest } = found;
  const { replacedBy: _replacedBy, neighbours: _neighbours, signals: _signals, ...record } = rest;
  return record;
}

/** Orders by score, and by time from the newest where that is equal. */
function compareFound(a: FoundItem, b: FoundItem): number {
  const [one, other] = [a.item.record, b.item.record];
  const byTime = other.createdAt.getTime() - one.createdAt.getTime();
  return b.score - a.score || byTime || compareText(other.id, one.id);
}
