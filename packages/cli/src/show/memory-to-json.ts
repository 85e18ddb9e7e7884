import type { JsonValue, MemoryRecord, RecalledMemory } from "@kioku/core";

/** Members in the order of the output. */
const MEMBERS = [
  "id",
  "scope",
  "key",
  "kind",
  "content",
  "value",
  "relevance",
  "score",
  "reason",
  "replacedBy",
  "metadata",
  "thread",
  "speaker",
  "form",
  "origin",
  "trust",
  "sources",
  "importance",
  "emotion",
  "pinned",
  "strength",
  "occurredAt",
  "validFrom",
  "validTo",
  "createdAt",
  "updatedAt",
  "expiresAt",
  "archivedAt",
  "version",
  "signals",
] as const satisfies readonly (keyof RecalledMemory)[];

/** A memory as programs get it, from all commands. Instants are ISO 8601 in UTC. */
export type MemoryJson = Readonly<Record<string, JsonValue>>;

/**
 * Returns a memory as JSON: the members of `MemoryRecord` that it has, `scope` as a list, and of a
 * recalled one `relevance`, `score`, `reason`, `replacedBy`, and `signals` if it was explained.
 */
export function memoryToJson(memory: MemoryRecord | RecalledMemory): MemoryJson {
  const members: Partial<RecalledMemory> = memory;
  const pairs = MEMBERS.map((name) => [name, members[name]] as const);
  // Copies, with instants as texts and without members that are undefined.
  return JSON.parse(JSON.stringify(Object.fromEntries(pairs))) as MemoryJson;
}
