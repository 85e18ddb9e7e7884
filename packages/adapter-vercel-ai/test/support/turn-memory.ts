import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, Memory, MemoryOptions, MemoryRoot } from "@kioku/core";
import { sqliteStore } from "@kioku/store-sqlite";

/** Content of a memory of these tests. */
export const FACT = "Ada likes green tea";

const DIMENSIONS = 32;

/**
 * Every word gets one of 32 dimensions: deterministic and offline, and texts with words in common
 * are near.
 */
export function wordEmbedder(): Embedder {
  return {
    id: "test/words@32",
    dimensions: DIMENSIONS,
    profile: { unrelated: 0.25, related: 0.75 },
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
      return { vectors: texts.map(toVector) };
    },
  };
}

/** A memory in memory that knows nothing. */
export function emptyMemory(options: Partial<MemoryOptions> = {}): MemoryRoot {
  return createMemory({
    store: inMemoryStore(),
    embedder: wordEmbedder(),
    ...options,
    // Small vectors without a model say little about relevance.
    ranking: { minScore: 0, ...options.ranking },
  });
}

/** A memory that knows the fact. */
export async function knowingMemory(options: Partial<MemoryOptions> = {}): Promise<MemoryRoot> {
  const memory = emptyMemory(options);
  await memory.remember(FACT);
  return memory;
}

/** The engines that these tests run on. */
export const TURN_ENGINES: readonly (readonly [string, () => MemoryRoot])[] = [
  ["in memory", () => emptyMemory()],
  ["on SQLite", () => emptyMemory({ store: sqliteStore({ path: ":memory:" }) })],
];

/** The calls that a memory has answered or failed, by verb. */
export function callsOf(memory: Memory): readonly string[] {
  const calls: string[] = [];
  memory.on("operation", ({ operation }) => calls.push(operation), { reach: "below" });
  return calls;
}

/** Collects the queries of a memory from now on. */
export function queriesOf(memory: Memory): readonly string[] {
  const queries: string[] = [];
  memory.on("recalled", ({ query }) => queries.push(query), { reach: "below" });
  return queries;
}

/** Lists the messages of a memory, oldest first, as `origin: content`. */
export async function saidIn(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000, kinds: ["message"] });
  return items.map(({ origin, content }) => `${origin}: ${content}`);
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 0.1;
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    const slot = Array.from(word).reduce(
      (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % DIMENSIONS,
      7,
    );
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
