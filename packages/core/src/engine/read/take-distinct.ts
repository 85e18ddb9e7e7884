import type { RecalledMemory } from "../../api/queries.js";
import { duplicateKeys } from "../../text/duplicate-keys.js";

/**
 * The first memories of a list, until so many of them say something else each; those that repeat
 * one before come along.
 */
export function takeDistinct(
  memories: readonly RecalledMemory[],
  limit: number,
): { readonly memories: readonly RecalledMemory[]; readonly isFull: boolean } {
  const said = new Set<string>();
  for (const [index, key] of duplicateKeys(memories.map(({ content }) => content)).entries()) {
    said.add(key);
    if (said.size > limit) return { memories: memories.slice(0, index), isFull: true };
  }
  return { memories, isFull: said.size === limit };
}
