import type { CallOptions, Filter, Memory, MemoryRecord } from "@kioku/core";

const MOST_NEIGHBOURS = 3;
const MOST_REPLACED = 20;
const ALL = { includeArchived: true, includeRetired: true } as const;

/** Memories of a thread around one, the oldest first. */
interface ThreadNeighbours {
  readonly before: readonly MemoryRecord[];
  readonly after: readonly MemoryRecord[];
}

/** Returns the memories of its thread that were written just before and after a memory. */
export async function readNeighbours(
  memory: Memory,
  { id, thread, createdAt }: MemoryRecord,
  options: CallOptions,
): Promise<ThreadNeighbours> {
  if (thread === undefined) return { before: [], after: [] };
  const side = async (order: "asc" | "desc"): Promise<readonly MemoryRecord[]> => {
    const beyond = order === "asc" ? "$gt" : "$lt";
    const atOnce = { $and: [{ "@createdAt": createdAt }, { "@id": { [beyond]: id } }] };
    const filter = {
      $and: [{ "@thread": thread }, { $or: [{ "@createdAt": { [beyond]: createdAt } }, atOnce] }],
    };
    return (await memory.list({ ...ALL, filter, order, limit: MOST_NEIGHBOURS }, options)).items;
  };
  const [before, after] = await Promise.all([side("desc"), side("asc")]);
  return { before: before.toReversed(), after };
}

/** Returns the facts that took the place of a fact. */
export async function readReplacing(
  memory: Memory,
  { id, kind, validTo }: MemoryRecord,
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  if (kind !== "fact" || validTo === undefined) return [];
  return list(memory, { "mind.replaces": { $contains: id } }, options);
}

/** Returns the facts whose place a fact took. */
export async function readReplaced(
  memory: Memory,
  { kind, metadata }: MemoryRecord,
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const mind: unknown = metadata["mind"];
  if (kind !== "fact" || typeof mind !== "object" || mind === null) return [];
  const replaces: unknown = "replaces" in mind ? mind.replaces : undefined;
  const ids = Array.isArray(replaces) ? replaces.filter((one) => typeof one === "string") : [];
  return ids.length === 0
    ? []
    : list(memory, { "@id": { $in: ids.slice(0, MOST_REPLACED) } }, options);
}

async function list(
  memory: Memory,
  filter: Filter,
  options: CallOptions,
): Promise<readonly MemoryRecord[]> {
  const query = { ...ALL, kinds: ["fact"], filter, limit: MOST_REPLACED };
  return (await memory.list(query, options)).items;
}
