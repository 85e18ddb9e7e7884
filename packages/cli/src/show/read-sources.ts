import type { Memory, MemoryRecord, Revision } from "@kioku/core";

const MOST_SOURCES = 50;
const MOST_NEIGHBOURS = 2;

/** Returns the memories that one was derived from, at most 50; those that are gone are missing. */
export async function readSources(
  memory: Memory,
  { sources }: MemoryRecord,
  signal: AbortSignal,
): Promise<readonly MemoryRecord[]> {
  if (sources.length === 0) return [];
  const wanted = sources.slice(0, MOST_SOURCES);
  const { items } = await memory.list(
    { filter: { "@id": { $in: wanted } }, includeArchived: true, includeRetired: true },
    { signal },
  );
  return items;
}

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

const PAGE = 100;

/** Returns all versions of a memory, the oldest first, page by page. */
export async function readHistory(
  memory: Memory,
  id: string,
  signal: AbortSignal,
): Promise<readonly Revision[]> {
  const versions: Revision[] = [];
  for (;;) {
    const after = versions.at(-1)?.version ?? 0;
    const page = await memory.history(id, { after, limit: PAGE, signal });
    if (page.length === 0) return versions;
    versions.push(...page);
  }
}

/** Returns a version as programs get it, without its record. */
export function versionToJson({ version, change, at, actor, cause }: Revision): object {
  return { version, change, at: at.toISOString(), actor, cause };
}

/** Returns a version as programs get it, with the memory as it was. */
export function wholeVersionToJson(revision: Revision): object {
  const { record } = revision;
  return { ...versionToJson(revision), ...(record && { memory: record }) };
}
