import type { CallOptions, Page } from "@kioku/core";
import type { ScopePage, ScopeSelection } from "@kioku/core/toolkit";

import type { PostgresStore } from "../postgres-store.js";
import type { Shards } from "./shards.js";

/** A listing over several shards, in an order of its items. */
export interface MergedListing<Item> extends CallOptions, ScopePage {
  /** Reads a page of one shard; cursors are positions, and so the same in all shards. */
  readonly read: (store: PostgresStore, page: ScopePage) => Promise<Page<Item>>;
  readonly compare: (a: Item, b: Item) => number;
  readonly cursorOf: (item: Item) => string;
  /** Returns the length of the texts of an item. */
  readonly lengthOf?: (item: Item) => number;
  /** Length of texts at which the page ends. */
  readonly most?: number;
  /** Returns true if the next page has to begin with the rest of an item. */
  readonly isCut?: (item: Item) => boolean;
}

/** Items of one shard that are read and not yet taken. */
interface Source<Item> {
  readonly shard: number;
  items: readonly Item[];
  cursor: string | undefined;
}

/** Least items that are read of a shard at once. */
const LEAST = 8;
/** Shards hold about as many items of a page each, so that most are read once. */
const SPARE = 2;

/** Returns one page of all shards of a selection. */
export async function mergePages<Item>(
  shards: Shards,
  selection: ScopeSelection,
  listing: MergedListing<Item>,
): Promise<Page<Item>> {
  const { cursor: start, limit } = listing;
  const among = [...shards.partsOf(selection).keys()];
  const [first = 0, ...others] = among;
  if (others.length === 0) {
    return listing.read(await shards.at(first, listing), { cursor: start, limit });
  }
  const { compare, lengthOf = () => 0, most = Infinity, isCut = () => false } = listing;
  const share = Math.ceil((limit * SPARE) / among.length);
  const size = Math.min(limit, Math.max(share, LEAST));
  const fill = async (source: Source<Item>): Promise<void> => {
    const store = await shards.at(source.shard, listing);
    do {
      const page = await listing.read(store, { cursor: source.cursor, limit: size });
      source.items = page.items;
      source.cursor = page.cursor;
    } while (source.items.length === 0 && source.cursor !== undefined);
  };
  const sources = await shards.each(among, listing, async (_store, shard) => {
    const source: Source<Item> = { shard, items: [], cursor: start };
    await fill(source);
    return source;
  });
  const items: Item[] = [];
  let length = 0;
  for (;;) {
    const next = firstOf(sources, compare);
    if (!next) return { items };
    const { source, item } = next;
    const last = items.at(-1);
    if (last !== undefined && (items.length >= limit || length >= most)) {
      return { items, cursor: listing.cursorOf(last) };
    }
    items.push(item);
    length += lengthOf(item);
    if (isCut(item) && source.cursor !== undefined) return { items, cursor: source.cursor };
    source.items = source.items.slice(1);
    if (source.items.length === 0 && source.cursor !== undefined) await fill(source);
  }
}

function firstOf<Item>(
  sources: readonly Source<Item>[],
  compare: (a: Item, b: Item) => number,
): { readonly source: Source<Item>; readonly item: Item } | undefined {
  let first: { readonly source: Source<Item>; readonly item: Item } | undefined;
  for (const source of sources) {
    const [item] = source.items;
    if (item !== undefined && (!first || compare(item, first.item) < 0)) first = { source, item };
  }
  return first;
}
