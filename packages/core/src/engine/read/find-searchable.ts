import type { Selection } from "../../contracts/search.js";
import { recordPages } from "../../contracts/store-helpers.js";
import { chunk } from "../../internal/async/chunk.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { recordKey } from "../../internal/record-key.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";

/** A space that nobody writes, so that every searchable record lacks a vector in it. */
const NO_SPACE = "";

/** Narrows a listing to what a recall at `now` could find: searchable, true, not archived. */
export function recallable(
  selection: Omit<Selection, "now" | "validAt" | "includeArchived">,
  now: Date,
): Selection & { readonly missingVectorIn: string } {
  return { ...selection, now, validAt: now, missingVectorIn: NO_SPACE };
}

/** Returns the records that searches may find: not those remembered with `index: false`. */
export async function findSearchable<Ref extends RecordId>(
  { store }: Engine,
  refs: readonly Ref[],
  { selection, signal }: CallOptions & { readonly selection: Pick<Selection, "within" | "reach"> },
): Promise<readonly Ref[]> {
  const { within, reach } = selection;
  const found = new Set<string>();
  const all = { within, reach, includeArchived: true, missingVectorIn: NO_SPACE } as const;
  for (const group of chunk(refs, MAX_LIMIT)) {
    const where = parseFilter({ "@id": { $in: group.map(({ id }) => id) } });
    const pages = recordPages(store, { ...all, where }, { signal });
    for await (const page of pages) for (const record of page) found.add(recordKey(record));
  }
  return refs.filter((ref) => found.has(recordKey(ref)));
}
