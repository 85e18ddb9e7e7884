import type { Embedder } from "../../src/index.js";

/**
 * Vectors that the test chooses, by text; what is not in the table is far from everything in it.
 */
export function tableEmbedder(
  table: Readonly<Record<string, readonly number[]>>,
  id = "test/table@4",
): Embedder {
  return {
    id,
    dimensions: 4,
    profile: { unrelated: 0, related: 0.6 },
    embed: async (texts) => ({
      vectors: texts.map((text) => Float32Array.from(table[text] ?? [0, 0, 0, 1])),
    }),
  };
}
