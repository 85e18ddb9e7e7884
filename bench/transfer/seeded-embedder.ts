import type { Embedder } from "@kioku/core";

const DIMENSIONS = 256;

/**
 * Makes vectors that depend on nothing but the text, at once: what is measured is moving data, not
 * a model.
 */
export function seededEmbedder(): Embedder {
  return {
    id: `bench/seeded@${DIMENSIONS}`,
    dimensions: DIMENSIONS,
    maxBatchSize: 1_000,
    embed: async (texts) => ({ vectors: texts.map((text) => vectorOf(text)) }),
  };
}

function vectorOf(text: string): Float32Array {
  let state = 7;
  for (let index = 0; index < text.length; index += 1) {
    state = (Math.imul(state, 31) + text.charCodeAt(index)) | 0;
  }
  return Float32Array.from({ length: DIMENSIONS }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state / 2 ** 31;
  });
}
