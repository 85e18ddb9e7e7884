import { MemoryError } from "../errors/memory-error.js";
import type { CallOptions } from "../model/call-options.js";
import { MAX_LIMIT } from "../model/limits.js";
import type { MemoryRecord, Page } from "../model/record.js";
import type { MemoryStore } from "./memory-store.js";
import type { ListRequest, Selection } from "./search.js";
import type { VectorSpace, EarlierOp } from "./write-op.js";

/** Reads page after page and yields their items. */
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

/** Yields the records of a selection page by page, oldest first. Default `limit`: `MAX_LIMIT`. */
export function recordPages(
  store: Pick<MemoryStore, "list">,
  selection: Selection & Partial<Pick<ListRequest, "missingVectorIn" | "limit">>,
  options?: CallOptions,
): AsyncGenerator<readonly MemoryRecord[]> {
  const request = { limit: MAX_LIMIT, ...selection, orderBy: "createdAt", order: "asc" } as const;
  return eachPage((cursor) => store.list({ ...request, cursor }, options));
}

/** Refuses a key that another record of the scope holds, expired or not. @throws `conflict` */
export function requireFreeKey(
  id: string,
  holder: { readonly id: string } | undefined,
  what: "key" | "idempotency key" = "key",
): void {
  if (!holder || holder.id === id) return;
  const problem = `${what} of record ${id} is taken by record ${holder.id}`;
  throw new MemoryError("conflict", `${problem} of the same scope`);
}

/** @throws `vector-space-mismatch` if a vector is not as wide as its space. */
export function requireWidth(space: VectorSpace, width: number): void {
  if (width === space.dimensions) return;
  throw new MemoryError(
    "vector-space-mismatch",
    `vector of width ${width} does not fit space ${JSON.stringify(space.id)} of width ${space.dimensions}`,
  );
}

/** Returns true if a selection takes whole scopes, archived and expired records included. */
export function takesWholeScopes(selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const conditions = [kinds, where, now, validAt];
  return includeArchived && conditions.every((condition) => condition === undefined);
}

/** Refuses earlier versions if none later is kept; `last` 0: none at all. @throws `conflict` */
export function requireKept({ id, before }: EarlierOp, last: number): void {
  if (last >= before) return;
  throw new MemoryError("conflict", `record ${id} has no version ${before} or later to keep`);
}
