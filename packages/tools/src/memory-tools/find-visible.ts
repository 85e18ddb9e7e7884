import type { MemoryRecord } from "@kioku/core";

import type { MemoryToolCall } from "./memory-tool.js";
import type { ResolvedToolsOptions } from "./memory-tools-options.js";

/** As much of a text as is asked for to find it again. */
const MAX_QUERY = 2_000;

/**
 * The record of an id, if the recall of the same tools could show it: of this scope, true now, of
 * the kinds and the filter that the app allows, and recallable at all. What a model cannot see it
 * cannot change, however it came by the id.
 */
export async function findVisible(
  id: string,
  { settings }: ResolvedToolsOptions,
  { memory, signal }: MemoryToolCall,
): Promise<MemoryRecord | undefined> {
  const record = await memory.read(id, { signal });
  if (!record) return undefined;
  const { kinds, filter, exclude, includeArchived } = settings;
  const query = {
    query: record.content.slice(0, MAX_QUERY),
    kinds,
    filter: { $and: [filter ?? { $and: [] }, { "@id": id }] },
    exclude,
    includeArchived,
    limit: 1,
    rerank: false,
  };
  // By its own words, which takes no embedder. What has none is looked for by meaning.
  const [byWords] = await memory.recall({ ...query, mode: "keyword" }, { signal });
  if (byWords) return byWords;
  const [byMeaning] = await memory.recall(query, { signal });
  return byMeaning;
}
