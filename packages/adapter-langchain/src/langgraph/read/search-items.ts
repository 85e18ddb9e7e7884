import type { Memory, Page, MemoryRecord } from "@kioku/core";

import { isItem, ITEM_KIND, recordName } from "../item/item-facts.js";
import type { ItemRecord } from "../item/item-facts.js";
import type { SearchItems } from "../operation/operation.js";
import type { Ranker } from "./ranker.js";

/** An item that was found. */
export interface FoundItem {
  readonly record: ItemRecord;
  /** Absent for one that was not ranked. */
  readonly score?: number;
}

/** Most items of one page of core. */
const MAX_PAGE = 1_000;

/**
 * One page of the items that a search finds: those that a query ranks, best first, then the others,
 * oldest first.
 */
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
  const seen = new Set(ranked.map(({ record }) => recordName(record)));
  let skip = Math.max(0, offset - ranked.length);
  for await (const record of listItems(search, skip + limit - page.length + seen.size)) {
    if (seen.has(recordName(record))) continue;
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
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined;) {
    const page: Page<MemoryRecord> = await view.list({ ...query, limit, cursor });
    for (const record of page.items) if (isItem(record)) yield record;
    ({ cursor } = page);
    isFirst = false;
  }
}

/** Whether a namespace has an item. */
export async function hasItem(view: Memory): Promise<boolean> {
  const { items } = await view.list({ kinds: [ITEM_KIND], limit: 1 });
  return items.length > 0;
}
