import type { ListQuery, Memory, MemoryRecord, Page, Scope, ScopesQuery } from "@kioku/core";
import { layersOf, listLayers } from "@kioku/core/toolkit";

import type { AccessState } from "./access-state.js";
import type { Guarded } from "./guard.js";

interface PermittedListing<Q> {
  readonly state: AccessState;
  readonly query: Q;
  readonly options: Guarded<object>;
}

/**
 * Lists the records that the skill may read, below the first layer only. Each listing is filtered
 * before they are merged, so that no cursor names a hidden record.
 */
export async function permittedList(
  view: Memory,
  { state, query, options }: PermittedListing<ListQuery>,
): Promise<Page<MemoryRecord>> {
  if (query?.reach !== "below") return view.list(query, options);
  const [first, ...others] = layersOf(view);
  const below = {
    list: (asked: ListQuery): Promise<Page<MemoryRecord>> =>
      filteredPage(
        {
          read: (page) => first.list({ ...asked, ...page }, options),
          isAllowed: ({ scope }) => state.may("read", scope),
        },
        asked,
      ),
  };
  if (others.length === 0) return below.list(query);
  const beside = others.map((layer) => ({
    list: (asked: ListQuery): Promise<Page<MemoryRecord>> =>
      layer.list({ ...asked, reach: "here" }, options),
  }));
  return listLayers([below, ...beside], query, options);
}

/** Lists the scopes of the first layer that the skill may read. */
export async function permittedScopes(
  view: Memory,
  { state, query, options }: PermittedListing<ScopesQuery>,
): Promise<Page<Scope>> {
  const [first] = layersOf(view);
  return filteredPage(
    {
      read: (page) => first.scopes({ ...query, ...page }, options),
      isAllowed: (scope) => state.may("read", scope),
    },
    query,
  );
}

const DEFAULT_LIMIT = 100;

interface FilteredListing<T> {
  readonly read: (page: PageOptions) => Promise<Page<T>>;
  readonly isAllowed: (item: T) => boolean;
}

interface PageOptions {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface Found<T> {
  readonly item: T;
  /** Cursor and index at which the item was found. */
  readonly from: string | undefined;
  readonly index: number;
}

/**
 * Reads one page of visible items, full as long as there are more. Its cursor exists only if
 * another visible item follows, so it tells nothing of hidden ones.
 */
async function filteredPage<T>(listing: FilteredListing<T>, page: PageOptions): Promise<Page<T>> {
  const wanted = page.limit ?? DEFAULT_LIMIT;
  for (;;) {
    const found = await find(listing, page, wanted + 1);
    const shown = found.slice(0, wanted);
    const items = shown.map(({ item }) => item);
    const last = shown.at(-1);
    if (last === undefined || found.length <= wanted) return { items };
    const again = await listing.read({ limit: last.index + 1, cursor: last.from });
    const end = again.items.at(-1);
    // If another record was written in between, the cursor would tell of it.
    const isSame = end !== undefined && JSON.stringify(end) === JSON.stringify(last.item);
    if (isSame && again.cursor !== undefined) return { items, cursor: again.cursor };
  }
}

async function find<T>(
  { read, isAllowed }: FilteredListing<T>,
  { limit, cursor }: PageOptions,
  count: number,
): Promise<readonly Found<T>[]> {
  const found: Found<T>[] = [];
  let from = cursor;
  do {
    const start = from;
    const page = await read({ limit, cursor: start });
    for (const [index, item] of page.items.entries()) {
      if (isAllowed(item)) found.push({ item, from: start, index });
    }
    from = page.cursor;
  } while (from !== undefined && found.length < count);
  return found;
}
