import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { RecordId } from "../../model/record.js";
import type { Engine } from "../engine.js";

/** How many vectors these records have, in all spaces together. */
export async function countVectors(
  { store }: Engine,
  records: readonly RecordId[],
  { signal }: CallOptions,
): Promise<number> {
  let count = 0;
  for (const { id } of await store.spaces({ signal })) {
    for (let start = 0; start < records.length; start += MAX_LIMIT) {
      const part = records.slice(start, start + MAX_LIMIT);
      const vectors = await store.vectors(id, part, { signal });
      count += vectors.filter((vector) => vector !== undefined).length;
    }
  }
  return count;
}
