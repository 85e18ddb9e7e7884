import type { Embedder } from "../../src/index.js";

/** An embedder that a test can break. */
export interface SeededEmbedder extends Embedder {
  /** Texts of each call, in order. */
  readonly calls: (readonly string[])[];
  /** Fails at a text that this is true for. */
  isBad: (text: string) => boolean;
  /** Runs before each call. */
  beforeCall: () => Promise<unknown>;
}

/**
 * A model of its own: each word points in a direction that seed and width decide, so two models
 * find different neighbours.
 */
export function seededEmbedder(id: string, dimensions = 24): SeededEmbedder {
  const embedder: SeededEmbedder = {
    id,
    profile: { unrelated: 0.1, related: 0.7 },
    maxBatchSize: 16,
    calls: [],
    isBad: () => false,
    beforeCall: () => Promise.resolve(),
    async embed(texts, options) {
      options?.signal?.throwIfAborted();
      embedder.calls.push(texts);
      await embedder.beforeCall();
      if (texts.some((text) => embedder.isBad(text))) throw new Error("down");
      return { vectors: texts.map((text) => toVector(text, id, dimensions)) };
    },
  };
  return embedder;
}

function toVector(text: string, seed: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of ["", ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)]) {
    let state = 17;
    for (const character of `${seed} ${word}`) {
      state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
    }
    for (const slot of vector.keys()) {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + slot) | 0;
      vector[slot] = (vector[slot] ?? 0) + state / 2 ** 31;
    }
  }
  return vector;
}
