import type { RecordId } from "../../contracts/write-op.js";
import { chunk } from "../../internal/async/chunk.js";
import type { CallOptions } from "../../model/call-options.js";
import { MAX_LIMIT } from "../../model/limits.js";
import type { Engine } from "../engine.js";

/** Counts the vectors of these records in all spaces. */
export async function countVectors(
  { store }: Engine,
  records: readonly RecordId[],
  { signal }: CallOptions,
): Promise<number> {
  let count = 0;
  for (const { id } of await store.spaces({ signal })) {
    for (const part of chunk(records, MAX_LIMIT)) {
      const vectors = await store.vectors(id, part, { signal });
      count += vectors.filter((vector) => vector !== undefined).length;
    }
  }
  return count;
}
