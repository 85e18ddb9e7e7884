import type { MemoryRecord } from "../../model/record.js";
import type { MemoryStore } from "../../store/memory-store.js";
import type { SearchHit } from "../../store/search.js";
import type { ListRequest, Selection } from "../../store/selection.js";
import type { SpaceVector } from "../../store/vector-space.js";
import { queryTerms } from "../../text/terms.js";
import { numberOf } from "../test-record.js";

/** All of the scope that test records are in unless they say otherwise; `fields` replace the defaults. */
export function select(fields: Partial<Selection> = {}): Selection {
  return { within: [["test"]], reach: "here", ...fields };
}

/** Every record of every scope, expired and archived ones included. */
export const EVERYWHERE: Selection = { within: [[]], reach: "below", includeArchived: true };

/** Every record of a selection, page by page. */
export async function listAll(
  store: MemoryStore,
  fields: Partial<ListRequest> = {},
): Promise<MemoryRecord[]> {
  const request: ListRequest = {
    ...select(),
    orderBy: "createdAt",
    order: "asc",
    limit: 1_000,
    ...fields,
  };
  const records: MemoryRecord[] = [];
  let { cursor } = request;
  do {
    const page = await store.list({ ...request, cursor });
    records.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return records;
}

/** The numbers of the records that `listAll` finds. */
export async function listNumbers(
  store: MemoryStore,
  fields: Partial<ListRequest> = {},
): Promise<number[]> {
  const records = await listAll(store, fields);
  return records.map((record) => numberOf(record));
}

/** What a search takes in tests: the selection, and a limit of 100 if it names none. */
export interface SearchFields extends Partial<Selection> {
  readonly limit?: number;
}

/** The matches of the text leg for a query, or for terms as they are. */
export function textHits(
  store: MemoryStore,
  query: string | readonly string[],
  { limit = 100, ...fields }: SearchFields = {},
): Promise<readonly SearchHit[]> {
  const terms = typeof query === "string" ? queryTerms(query) : query;
  return store.search({ leg: { type: "text", terms }, selection: select(fields), limit });
}

/** The matches of the vector leg. */
export function vectorHits(
  store: MemoryStore,
  { space, values }: SpaceVector,
  { limit = 100, ...fields }: SearchFields = {},
): Promise<readonly SearchHit[]> {
  const leg = { type: "vector", space: space.id, values } as const;
  return store.search({ leg, selection: select(fields), limit });
}
