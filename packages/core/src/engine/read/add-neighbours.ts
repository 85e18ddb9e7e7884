import type { RecalledMemory } from "../../api/queries.js";
import type { Selection } from "../../contracts/search.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { findSearchable } from "./find-searchable.js";

/** What bringing neighbours along needs to know of the recall. */
export interface NeighboursCall {
  /** How many on each side. */
  readonly count: number;
  readonly selection: Selection;
  readonly signal: AbortSignal | undefined;
}

/**
 * Gives each memory what is around it in its thread. What the query leaves out by kind or filter,
 * and what was remembered to be never recalled, does not come along: a filter may be a plugin's,
 * and a matter of policy.
 */
export async function addNeighbours(
  engine: Engine,
  memories: readonly RecalledMemory[],
  { count, selection, signal }: NeighboursCall,
): Promise<readonly RecalledMemory[]> {
  if (count === 0 || memories.length === 0) return memories;
  const found = await engine.store.neighbours(
    { refs: memories, before: count, after: count, selection },
    { signal },
  );
  const all = found.flatMap(({ before, after }) => [...before, ...after]);
  const searchable = new Set(await findSearchable(engine, all, { selection, signal }));
  const allowed = (record: MemoryRecord): boolean => searchable.has(record);
  return memories.map((memory, index) => {
    const { before = [], after = [] } = found[index] ?? {};
    const neighbours = { before: before.filter(allowed), after: after.filter(allowed) };
    return { ...memory, neighbours };
  });
}
