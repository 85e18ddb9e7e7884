import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, Memory, MemoryOptions, MemoryRoot } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";
import { sqliteStore } from "@kioku/store-sqlite";

const DIMENSIONS = 32;

/** The engines that tools are tested on. */
export const MEMORIES: readonly (readonly [string, () => MemoryRoot])[] = [
  ["in memory", () => wordMemory()],
  ["on SQLite", () => wordMemory({ store: sqliteStore({ path: ":memory:" }) })],
];

/** A memory for which texts with words in common are near. */
export function wordMemory(options: Partial<MemoryOptions> = {}): MemoryRoot {
  return createMemory({
    store: inMemoryStore(),
    embedder: wordsEmbedder(),
    ...options,
    // Small vectors without a model say little about relevance.
    ranking: { minScore: 0, ...options.ranking },
  });
}

/** Every word gets one of 32 dimensions. `before` is called first, and may throw or wait. */
export function wordsEmbedder(before?: (options: EmbedOptions) => unknown): Embedder {
  return {
    id: "test/words@32",
    dimensions: DIMENSIONS,
    profile: { unrelated: 0.25, related: 0.75 },
    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      await before?.(options);
      return { vectors: texts.map(toVector) };
    },
  };
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  vector[0] = 0.1;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const slot = Array.from(word).reduce(
      (sum, character) => (sum * 31 + (character.codePointAt(0) ?? 0)) % DIMENSIONS,
      7,
    );
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}

/** Lists the records of a memory, oldest first, as `origin trust: content`. */
export async function holds(memory: Memory): Promise<readonly string[]> {
  const { items } = await memory.list({ limit: 1_000 });
  return items.map(({ origin, trust, content }) => `${origin} ${trust}: ${content}`);
}

/** Remembers something, and says its id. */
export async function stored(
  memory: Memory,
  input: Parameters<Memory["remember"]>[0],
): Promise<string> {
  const receipt = await memory.remember(input);
  if (receipt.status === "rejected") throw new Error("expected it to be stored");
  return receipt.record.id;
}
