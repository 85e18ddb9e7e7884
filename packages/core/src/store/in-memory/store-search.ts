import type { SearchEntry } from "../write-op.js";
import { registerSpace } from "./register-space.js";
import type { StoredSearch, Tables } from "./tables.js";

/** How a record is found after a put, given how it was found before. */
export function storeSearch(
  tables: Tables,
  search: SearchEntry | "keep" | "none",
  before: StoredSearch | undefined,
): StoredSearch | undefined {
  if (search === "keep") return before;
  if (search === "none") return undefined;
  const frequencies = new Map<string, number>();
  for (const term of search.terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  const vectors = new Map(before?.textHash === search.textHash ? before.vectors : []);
  for (const { space, values } of search.vectors) {
    registerSpace(tables, space, values);
    vectors.set(space.id, values.slice());
  }
  return {
    textHash: search.textHash,
    termCount: search.terms.length,
    scripts: search.scripts,
    frequencies,
    vectors,
  };
}
