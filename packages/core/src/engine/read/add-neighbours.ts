import type { RecalledMemory } from "../../api/queries.js";
import type { MemoryRecord } from "../../model/record.js";
import type { Engine } from "../engine.js";
import { limitUntrustedWithNeighbours, untrustedLimit } from "../untrusted-share.js";
import { findSearchable } from "./find-searchable.js";
import type { RecallPlan } from "./recall-plan.js";

/**
 * Gives each memory the records around it in its thread, but for those that the query leaves out
 * (its filter may be a plugin's, and a matter of policy), that are not searchable, or that are
 * beyond the share of untrusted ones.
 */
export async function addNeighbours(
  engine: Engine,
  { asked, selection, limits, signal }: RecallPlan,
  memories: readonly RecalledMemory[],
): Promise<readonly RecalledMemory[]> {
  const count = asked.neighbours;
  if (memories.length === 0) return memories;
  const found = await engine.store.neighbours(
    { refs: memories, before: count, after: count, selection },
    { signal },
  );
  const all = found.flatMap(({ before, after }) => [...before, ...after]);
  const searchable = new Set(await findSearchable(engine, all, { selection, signal }));
  const allowed = (record: MemoryRecord): boolean => searchable.has(record);
  const withNeighbours = memories.map((memory, index) => {
    const { before = [], after = [] } = found[index] ?? {};
    const neighbours = { before: before.filter(allowed), after: after.filter(allowed) };
    return { ...memory, neighbours };
  });
  const most = untrustedLimit(engine.untrustedShare, limits.answer);
  return limitUntrustedWithNeighbours(withNeighbours, most);
}
