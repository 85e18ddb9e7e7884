import type { Page } from "@kioku/core";

/** Returns the items of every page, from the first on. */
export async function allPages<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    ({ cursor } = page);
  } while (cursor !== undefined);
  return items;
}

/** Returns one member of each item. */
export function pluck<T, Name extends keyof T>(items: readonly T[], name: Name): T[Name][] {
  return items.map((item) => item[name]);
}
