import type { SearchEntry } from "../contracts/write-op.js";
import { registerSpace } from "./register-space.js";
import type { StoredJob, StoredSearch, Tables } from "./tables.js";

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
  const ofSameText = before?.textHash === search.textHash ? before : undefined;
  const vectors = new Map(ofSameText?.vectors);
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
    job: jobAfter(tables, search, ofSameText?.job),
  };
}

/** What is to come of a text, given what was to come of it before. */
function jobAfter(
  tables: Tables,
  { embedAt, vectors }: SearchEntry,
  before: StoredJob | undefined,
): StoredJob | undefined {
  if (embedAt === undefined) return vectors.length > 0 ? undefined : before;
  if (before) return before;
  const runAt = embedAt.getTime();
  return { number: tables.nextJob(), claims: 0, attempt: 0, runAt, isLeased: false };
}
