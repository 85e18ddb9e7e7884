import type { Embedder } from "@kioku/core";

const WIDTH = 16;

/** An embedder without a model that can be told to fail. */
export interface TestEmbedder extends Embedder {
  /** While this is true every call fails. */
  failing: boolean;
  /** The texts that it was asked to embed, failures included. */
  readonly asked: string[];
}

/**
 * Counts words by a hash of each: deterministic, and texts that share words are near each other.
 */
export function testEmbedder(id = "test/words@16"): TestEmbedder {
  return {
    id,
    dimensions: WIDTH,
    profile: { unrelated: 0.25, related: 0.75 },
    failing: false,
    asked: [],
    async embed(texts, options = {}) {
      options.signal?.throwIfAborted();
      this.asked.push(...texts);
      if (this.failing) throw new Error("the test embedder was told to fail");
      return { vectors: texts.map((text) => toVector(text)) };
    },
  };
}

function toVector(text: string): Float32Array {
  const vector = new Float32Array(WIDTH);
  vector[0] = 0.1;
  for (const word of text
    .slice(0, 2_000)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) {
    let slot = 7;
    for (let index = 0; index < word.length; index += 1) {
      slot = (slot * 31 + word.charCodeAt(index)) % WIDTH;
    }
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  return vector;
}
