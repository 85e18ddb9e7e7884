import type { Page } from "@kioku/core";

const DEFAULT_LIMIT = 100;

/** A listing of which only some may be seen. */
export interface FilteredListing<T> {
  /** Reads a page of at most so many, from a cursor on. */
  readonly read: (page: PageOptions) => Promise<Page<T>>;
  /** Whether an item may be seen. */
  readonly isAllowed: (item: T) => boolean;
}

/** Which page. */
export interface PageOptions {
  /** Most items. @defaultValue `100` */
  readonly limit?: number | undefined;
  /** Cursor of the page before. */
  readonly cursor?: string | undefined;
}

interface Found<T> {
  readonly item: T;
  /** Where the page began that it is on, and its place there. */
  readonly from: string | undefined;
  readonly index: number;
}

/**
 * One page of what may be seen, full as long as there is more. Its cursor is the listing's own,
 * taken where the last item shown stands, and there is one only if something follows that may be
 * seen: so it tells nothing of what lies between and after.
 */
export async function filteredPage<T>(
  listing: FilteredListing<T>,
  page: PageOptions,
): Promise<Page<T>> {
  const wanted = page.limit ?? DEFAULT_LIMIT;
  for (;;) {
    const found = await find(listing, page, wanted + 1);
    const shown = found.slice(0, wanted);
    const items = shown.map(({ item }) => item);
    const last = shown.at(-1);
    if (last === undefined || found.length <= wanted) return { items };
    const again = await listing.read({ limit: last.index + 1, cursor: last.from });
    const end = again.items.at(-1);
    // Else somebody wrote in between, and the cursor would tell where something else stands.
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
