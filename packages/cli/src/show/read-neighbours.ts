import type { Memory, MemoryRecord } from "@kioku/core";

const MOST_NEIGHBOURS = 2;

/** Memories of a thread around one, the oldest first. */
interface ThreadNeighbours {
  readonly before: readonly MemoryRecord[];
  readonly after: readonly MemoryRecord[];
}

/** Returns the memories of its thread that were written just before and after a memory. */
export async function readNeighbours(
  memory: Memory,
  { id, thread, createdAt }: MemoryRecord,
  signal: AbortSignal,
): Promise<ThreadNeighbours> {
  if (thread === undefined) return { before: [], after: [] };
  const side = async (order: "asc" | "desc"): Promise<readonly MemoryRecord[]> => {
    const beyond = order === "asc" ? "$gt" : "$lt";
    const atOnce = { $and: [{ "@createdAt": createdAt }, { "@id": { [beyond]: id } }] };
    const filter = {
      $and: [{ "@thread": thread }, { $or: [{ "@createdAt": { [beyond]: createdAt } }, atOnce] }],
    };
    const { items } = await memory.list({ filter, order, limit: MOST_NEIGHBOURS }, { signal });
    return items;
  };
  const [before, after] = await Promise.all([side("desc"), side("asc")]);
  return { before: before.toReversed(), after };
}
