import type { Embedder } from "@kioku/core";
import { ownTexts } from "@kioku/core/toolkit";

const WIDTH = 512;

/**
 * Counts the three-letter pieces of words in 512 buckets: finds words in other forms, and knows
 * nothing of meaning.
 */
export function trigramEmbedder(): Embedder {
  return {
    id: `example/trigrams@1#${WIDTH}`,
    dimensions: WIDTH,
    normalized: false,
    embed: async (texts, { signal } = {}) => {
      signal?.throwIfAborted();
      return { vectors: ownTexts(texts).map((text) => toVector(text)) };
    },
  };
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(WIDTH);
  vector[0] = 0.01; // never zero, also for a text without words
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    const letters = Array.from(` ${word} `);
    for (let start = 0; start + 3 <= letters.length; start += 1) {
      const bucket = bucketOf(letters.slice(start, start + 3).join(""));
      vector[bucket] = (vector[bucket] ?? 0) + 1;
    }
  }
  return vector;
}

/** FNV-1a: the same on every machine, since vectors are kept. */
function bucketOf(piece: string): number {
  let hash = 0x811c9dc5;
  for (const letter of piece) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) % WIDTH;
}
