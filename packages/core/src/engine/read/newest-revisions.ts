import type { StoredRevision } from "../../contracts/history.js";
import type { CompleteStore } from "../../contracts/memory-store.js";
import type { CallOptions } from "../../model/call-options.js";
import type { RecordId } from "../../model/record.js";

/**
 * Reads the last versions of a record, oldest first: at least its deletion and the one before that.
 * Its whole history may be too long for the memory of the process.
 */
export async function newestRevisions(
  store: CompleteStore,
  { scope, id }: RecordId,
  { at, signal }: CallOptions & { readonly at?: Date | undefined },
): Promise<readonly StoredRevision[]> {
  const request = { within: [scope], reach: "here", ids: [id], limit: 1, at } as const;
  const { items } = await store.histories(request, { signal });
  return items[0]?.revisions ?? [];
}
