import type { MemoryRecord, RecalledMemory } from "@kioku/core";
import { derivableTrust } from "@kioku/core/toolkit";
import { describeMemory, type ShownMemory } from "@kioku/tools";

/** Memories that an answer shows, and the least of their trust. */
interface Shown {
  readonly memories: readonly ShownMemory[];
  readonly trust: number;
}

/** Returns memories as those that an answer shows, which the trust of later writes depends on. */
export function shownOf(records: readonly (MemoryRecord | RecalledMemory)[]): Shown {
  const memories = records.map((record, index) => {
    const memory = { score: 0, relevance: 0, reason: "spontaneous" as const, ...record };
    return { content: record.content, ...describeMemory(memory, `m${index + 1}`) };
  });
  return { memories, trust: Math.min(1, ...records.map(derivableTrust)) };
}
