import { createMemory, inMemoryStore } from "@kioku/core";
import type { Embedder, MemoryOptions, MemoryRoot } from "@kioku/core";

/** Words of the same letters are near: deterministic and offline. */
export function letterEmbedder(): Embedder {
  return {
    id: "test/letters@27",
    dimensions: 27,
    profile: { unrelated: 0.25, related: 0.75 },
    embed: async (texts) => ({ vectors: texts.map((text) => toVector(text)) }),
  };
}

/** A memory on the in-memory store, with a clock that stands still unless a test moves it. */
export function letterMemory(options: Partial<MemoryOptions> = {}): MemoryRoot {
  const now = new Date("2026-03-01T12:00:00Z");
  return createMemory({
    store: inMemoryStore(),
    embedder: letterEmbedder(),
    clock: () => now,
    ...options,
    // Letters say little about relevance.
    ranking: { minScore: 0, ...options.ranking },
  });
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(27).fill(0.01);
  for (const letter of text.toLowerCase().match(/[a-z]/gu) ?? []) {
    const slot = letter.charCodeAt(0) - 97;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
