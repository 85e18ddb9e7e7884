import type { JsonObject, JsonValue, Memory, MemoryRecord } from "@kioku/core";

/** A passage and its turn. */
export interface FoundQuote {
  readonly source: string;
  readonly quote: string;
}

/** Records of a mind, by sort. */
export interface MindRecords {
  readonly turns: ReadonlyMap<string, MemoryRecord>;
  readonly facts: readonly MemoryRecord[];
  readonly episodes: readonly MemoryRecord[];
  readonly runs: readonly MemoryRecord[];
}

/** Reads all records of a scope. */
export async function readMind(memory: Memory): Promise<MindRecords> {
  const all = async (kind: string): Promise<readonly MemoryRecord[]> => {
    const found: MemoryRecord[] = [];
    let cursor: string | undefined;
    do {
      const query = { kinds: [kind], includeRetired: true, includeArchived: true, cursor };
      const page = await memory.list({ ...query, limit: 1_000 });
      found.push(...page.items);
      ({ cursor } = page);
    } while (cursor !== undefined);
    return found;
  };
  const turns = await all("message");
  return {
    turns: new Map(turns.map((turn) => [turn.id, turn])),
    facts: await all("fact"),
    episodes: await all("episode"),
    runs: await all("mind-run"),
  };
}

/** Returns the members that a mind keeps in a record. */
export function mindOf({ metadata }: Pick<MemoryRecord, "metadata">): JsonObject {
  return objectOf(metadata["mind"]);
}

/** Returns a JSON object, empty for any other value. */
export function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : {};
}

/** Returns the items of a JSON list as objects. */
export function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]).map(objectOf) : [];
}

/** Returns passages with their sources. */
export function quotesOf(value: JsonValue | undefined): readonly FoundQuote[] {
  return listOf(value).map(({ source, quote }) => ({
    source: typeof source === "string" ? source : "",
    quote: typeof quote === "string" ? quote : "",
  }));
}
