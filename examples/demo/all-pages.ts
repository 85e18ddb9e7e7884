import type { Page } from "@kioku/core";

/** All items of a list that comes in pages. */
export async function allPages<T>(
  read: (page: { readonly limit: number; readonly cursor: string | undefined }) => Promise<Page<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 1_000, cursor });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return items;
}
