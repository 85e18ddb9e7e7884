import type { Page } from "../../model/page.js";

/** The items of every page, from the first on. */
export async function* eachPage<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield page.items;
    ({ cursor } = page);
  } while (cursor !== undefined);
}
