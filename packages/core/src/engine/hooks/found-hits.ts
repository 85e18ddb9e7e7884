import type { RecalledMemory } from "../../api/queries.js";
import { nameOf } from "../surfaced-lately.js";

/**
 * What `afterRecall` has answered, in its order but as it was found: a hook decides which hits
 * there are, not what they say. `undefined` if one was not found, or is there twice.
 */
export function foundHits(
  found: readonly RecalledMemory[],
  answered: readonly RecalledMemory[],
): readonly RecalledMemory[] | undefined {
  const left = new Map(found.map((hit) => [nameOf(hit), hit]));
  const hits: RecalledMemory[] = [];
  for (const one of answered) {
    const name = nameOf(one);
    const hit = left.get(name);
    if (!hit) return undefined;
    left.delete(name);
    hits.push(hit);
  }
  return hits;
}
