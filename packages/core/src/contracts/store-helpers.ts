import { MemoryError } from "../errors/memory-error.js";
import type { Page } from "../model/record.js";
import type { Selection } from "./search.js";
import type { VectorSpace } from "./vector-space.js";
import type { EarlierOp } from "./write-op.js";

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

/**
 * Refuses a key that another record of the scope holds.
 * @param id - Id of the record that is to have the key.
 * @param holder - The record that has the key now, expired ones included; `undefined` if there is
 *   none.
 * @param what - What kind of key it is, for the message.
 * @throws `conflict`
 */
export function requireFreeKey(
  id: string,
  holder: { readonly id: string } | undefined,
  what: "key" | "idempotency key" = "key",
): void {
  if (!holder || holder.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have its ${what}: record ${holder.id} of the same scope has it`,
  );
}

/**
 * Refuses a vector that is not as wide as its space.
 * @throws `vector-space-mismatch`
 */
export function requireWidth(space: VectorSpace, width: number): void {
  if (width === space.dimensions) return;
  throw new MemoryError(
    "vector-space-mismatch",
    `a vector of width ${width} does not fit space ${JSON.stringify(space.id)}, whose vectors have width ${space.dimensions}`,
  );
}

/**
 * Returns true if a selection takes all of its scopes, archived, retired and expired records
 * included.
 */
export function takesWholeScopes(selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const conditions = [kinds, where, now, validAt];
  return includeArchived && conditions.every((condition) => condition === undefined);
}

/**
 * Refuses earlier versions of what is not kept: it may have been purged, and must not come back.
 * @param last - the last version that is kept of the record, its deletion included; 0 if there is
 *   none
 * @throws `conflict` if that is before the versions that should be kept.
 */
export function requireKept({ id, before }: EarlierOp, last: number): void {
  if (last >= before) return;
  throw new MemoryError("conflict", `record ${id} has no version ${before} or later to be kept`);
}
