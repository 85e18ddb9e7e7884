import type { CallOptions, Memory, MemoryRecord, MemoryRoot } from "@kioku/core";
import { isTrusted } from "@kioku/core/toolkit";
import type { Mind } from "@kioku/mind";

const PAGE = 1_000;
/** Most memories that are counted. */
const MAX_MEMORIES = 20_000;

/** Counts the memories of a scope, its mind, and the vector spaces of a root. */
export async function readStats(
  mind: Mind,
  given: Memory | Pick<MemoryRoot, "spaces">,
  options: CallOptions,
): Promise<object> {
  const tally = await tallyOf(mind, options);
  const figures = await mind.stats(options);
  const spaces = "spaces" in given ? await given.spaces(options) : undefined;
  return {
    ...tally,
    mind: figures,
    ...(spaces === undefined ? {} : { spaces }),
  };
}

async function tallyOf(memory: Memory, options: CallOptions): Promise<object> {
  const query = { includeArchived: true, limit: PAGE } as const;
  const kinds = new Map<string, number>();
  const origins = new Map<string, number>();
  const counts = { memories: 0, untrusted: 0, archived: 0, pinned: 0 };
  let cursor: string | undefined;
  do {
    const page = await memory.list({ ...query, cursor }, options);
    for (const record of page.items) {
      increase(kinds, record.kind);
      increase(origins, record.origin);
      add(counts, record);
    }
    ({ cursor } = page);
  } while (cursor !== undefined && counts.memories < MAX_MEMORIES);
  return {
    ...counts,
    ...(cursor === undefined ? {} : { hasMore: true }),
    kinds: Object.fromEntries(kinds),
    origins: Object.fromEntries(origins),
  };
}

function add(
  counts: Record<"memories" | "untrusted" | "archived" | "pinned", number>,
  record: MemoryRecord,
): void {
  counts.memories += 1;
  if (!isTrusted(record)) counts.untrusted += 1;
  if (record.archivedAt !== undefined) counts.archived += 1;
  if (record.pinned) counts.pinned += 1;
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
