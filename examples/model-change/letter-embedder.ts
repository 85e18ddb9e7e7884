import type { Embedder } from "@kioku/core";

const DIMENSIONS = 64;

/** A model that knows how words are written and not what they mean: it counts pairs of letters. */
export function letterEmbedder(): Embedder {
  return {
    id: "letters@64",
    dimensions: DIMENSIONS,
    embed: async (texts) => ({ vectors: texts.map((text) => countPairs(text)) }),
  };
}

function countPairs(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS).fill(0.01);
  const letters = Array.from(text.toLowerCase(), (letter) => letter.codePointAt(0) ?? 0);
  for (const [index, letter] of letters.entries()) {
    const slot = (letter * 31 + (letters[index + 1] ?? 0)) % DIMENSIONS;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
