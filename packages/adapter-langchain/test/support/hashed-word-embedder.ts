import type { Embedder } from "@kioku/core";

const DIMENSIONS = 32;

/**
 * Every word gets one of 32 dimensions: deterministic, offline, and texts with words in common are
 * near.
 */
export function hashedWordEmbedder(): Embedder {
  return {
    id: "test/hashed-words@32",
    dimensions: DIMENSIONS,
    profile: { unrelated: 0.25, related: 0.75 },
    async embed(texts, { signal } = {}) {
      signal?.throwIfAborted();
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
