import type { Embedder, Filter, Memory, Page } from "@kioku/core";
import { memoryVectors } from "@kioku/core/toolkit";

import { withQueryCache } from "./batch-embedders.js";
import { MAX_TEXTS } from "./item-texts.js";
import { isItem, ITEM_KIND, recordKey, type ItemRecord } from "./item.js";
import type { SearchItems } from "./operation.js";

interface FoundItem {
  readonly record: ItemRecord;
  /** Absent if not ranked. */
  readonly score?: number;
}

/** Largest page of core. */
const MAX_PAGE = 1_000;

/** Returns a page of found items: ranked ones, best first, then the rest, oldest first. */
export async function searchItems(
  search: SearchItems,
  ranker: Ranker,
): Promise<readonly FoundItem[]> {
  const { view, query, filter, limit, offset } = search;
  if (limit === 0) return [];
  const wanted = offset + limit;
  const ranked = query === undefined ? [] : await ranker({ view, query, filter, wanted });
  const page: FoundItem[] = ranked.slice(offset, wanted);
  if (page.length === limit) return page;
  const seen = new Set(ranked.map(({ record }) => recordKey(record)));
  let skip = Math.max(0, offset - ranked.length);
  for await (const record of listItems(search, skip + limit - page.length + seen.size)) {
    if (seen.has(recordKey(record))) continue;
    if (skip > 0) {
      skip -= 1;
      continue;
    }
    page.push({ record });
    if (page.length === limit) break;
  }
  return page;
}

async function* listItems(
  { view, filter }: SearchItems,
  expected: number,
): AsyncGenerator<ItemRecord> {
  const query = { reach: "below", kinds: [ITEM_KIND], filter } as const;
  const limit = Math.min(expected, MAX_PAGE);
  for await (const record of itemsOf((cursor) => view.list({ ...query, limit, cursor }))) {
    if (isItem(record)) yield record;
  }
}

/** Reads the items of all pages. */
export async function* itemsOf<T>(
  readPage: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const page: Page<T> = await readPage(cursor);
    yield* page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}

/** Returns true if a namespace has an item. */
export async function hasItem(view: Memory): Promise<boolean> {
  const { items } = await view.list({ kinds: [ITEM_KIND], limit: 1 });
  return items.length > 0;
}

interface RankQuery {
  /** Searched together with the scopes below. */
  readonly view: Memory;
  readonly query: string;
  readonly filter?: Filter | undefined;
  readonly wanted: number;
}

/** Ranks items by a query, best first, up to the number needed or as many as it can reach. */
type Ranker = (query: RankQuery) => Promise<readonly Required<FoundItem>[]>;

const ABOUT = { reach: "below", kinds: [ITEM_KIND] } as const;
/** Most records of one recall. */
const MAX_RECALLED = 1_000;
/** Most records of one vector search. */
const MAX_NEAREST = 10_000;

/** Ranks all items as the memory recalls, with scores 0 to 1. */
export const recallRanker: Ranker = async ({ view, wanted, ...query }) => {
  const limit = limitFor(wanted, MAX_RECALLED);
  const found = await view.recall({ ...query, ...ABOUT, limit, minScore: 0 });
  return found.flatMap((record) => (isItem(record) ? [{ record, score: record.score }] : []));
};

/** Ranks by cosine similarity of the best text, -1 to 1, for one batch. */
export function cosineRanker(embedder: Embedder): Ranker {
  const cached = withQueryCache(embedder);
  return async ({ view, wanted, ...query }) => {
    const vectors = memoryVectors(view, { embedder: cached, maxTexts: MAX_TEXTS });
    const limit = limitFor(wanted, MAX_NEAREST);
    const found = await vectors.search({ ...query, ...ABOUT, limit });
    return found.flatMap((record) =>
      isItem(record) ? [{ record, score: record.signals?.similarity ?? record.score }] : [],
    );
  };
}

/** Rounds a count up, so that small pages are pages of one ranking. */
function limitFor(wanted: number, max: number): number {
  let limit = 16;
  while (limit < wanted && limit < max) limit *= 2;
  return Math.min(limit, max);
}
