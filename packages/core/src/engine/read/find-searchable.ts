import type { Selection } from "../../contracts/search.js";
import { parseFilter } from "../../internal/check/parse-filter.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import { scopeToPath } from "../../model/scope.js";
import type { Engine } from "../engine.js";

/** Where to look, and until when. */
export interface SearchableCall {
  readonly selection: Pick<Selection, "within" | "reach">;
  readonly signal: AbortSignal | undefined;
}

/** Those of the records that searches may find: not what was remembered with `index: false`. */
export async function findSearchable<Ref extends RecordId>(
  { store }: Engine,
  refs: readonly Ref[],
  { selection, signal }: SearchableCall,
): Promise<readonly Ref[]> {
  const { within, reach } = selection;
  const found = new Set<string>();
  for (let start = 0; start < refs.length; start += MAX_LIMIT) {
    const ids = refs.slice(start, start + MAX_LIMIT).map(({ id }) => id);
    const where = parseFilter({ "@id": { $in: ids } });
    let cursor: string | undefined;
    do {
      // A space that nobody writes lists all that is searchable.
      const only = { within, reach, where, includeArchived: true, missingVectorIn: "" } as const;
      const order = { orderBy: "createdAt", order: "asc", limit: MAX_LIMIT, cursor } as const;
      const page = await store.list({ ...only, ...order }, { signal });
      for (const record of page.items) found.add(nameOf(record));
      ({ cursor } = page);
    } while (cursor !== undefined);
  }
  return refs.filter((ref) => found.has(nameOf(ref)));
}

function nameOf({ scope, id }: RecordId): string {
  return `${id}\0${scopeToPath(scope)}`;
}
