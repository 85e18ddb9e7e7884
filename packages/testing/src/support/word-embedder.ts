import type { Embedder } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";

/** An embedder without a model. */
export interface WordEmbedder extends Embedder {
  /** Options of each call so far. */
  readonly calls: EmbedOptions[];
}

/**
 * Every character gets a dimension of 32 by its code: deterministic, offline, and texts with common
 * letters are near.
 */
export function wordEmbedder(id = "test/words@32"): WordEmbedder {
  const calls: EmbedOptions[] = [];
  return {
    id,
    dimensions: 32,
    maxBatchSize: 4,
    // Texts without a word in common mean nothing to each other.
    profile: { unrelated: 0.25, related: 0.75 },
    calls,
    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      calls.push(options);
      return { vectors: texts.map(toVector) };
    },
  };
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(32);
  vector[0] = 0.1;
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let slot = 7;
    for (const character of word) slot = (slot * 31 + (character.codePointAt(0) ?? 0)) % 32;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
