import type { CallOptions } from "../../../model/call-options.js";
import type { MemoryRecord } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import { chooseEmbedders } from "./choose-embedders.js";

/**
 * Those of the records that no recall finds by meaning, because no space that is asked has a vector
 * of them.
 */
export async function withoutFoundVector(
  { embedders, spaces, store }: Engine,
  records: readonly MemoryRecord[],
  { signal }: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const { asked } = chooseEmbedders(embedders, await spaces.read({ signal }));
  let missing = records;
  for (const { id } of asked) {
    if (missing.length === 0) break;
    const vectors = await store.vectors(id, missing, { signal });
    missing = missing.filter((_, index) => !vectors[index]);
  }
  return missing;
}
