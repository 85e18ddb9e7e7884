import type { Embedder } from "@kioku/core";

/**
 * More texts than any batch has, so that all are asked for at once: embeddings of LangChain make
 * batches of their own.
 */
const MAX_BATCH_SIZE = 1_000_000;

/** An embedder of the same space that embeds in another way. */
export function withEmbed(embedder: Embedder, embed: Embedder["embed"]): Embedder {
  const { id, dimensions, normalized, profile } = embedder;
  return { id, dimensions, normalized, profile, maxBatchSize: MAX_BATCH_SIZE, embed };
}
