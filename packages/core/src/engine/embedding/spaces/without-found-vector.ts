import type { CallOptions } from "../../../model/call-options.js";
import type { MemoryRecord } from "../../../model/record.js";
import type { Engine } from "../../engine.js";
import { askedEmbedders } from "./choose-embedders.js";

/** Returns the records of which no space that recall asks has a vector. */
export async function withoutFoundVector(
  engine: Engine,
  records: readonly MemoryRecord[],
  { signal }: CallOptions,
): Promise<readonly MemoryRecord[]> {
  let missing = records;
  for (const { id } of await askedEmbedders(engine, { signal })) {
    if (missing.length === 0) break;
    const vectors = await engine.store.vectors(id, missing, { signal });
    missing = missing.filter((_, index) => !vectors[index]);
  }
  return missing;
}
