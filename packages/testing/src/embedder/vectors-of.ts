import type { Embedder } from "@kioku/core";
import { DEFAULT_BATCH_SIZE, planBatches, estimateTokens } from "@kioku/core/toolkit";
import type { EmbedOptions } from "@kioku/core/toolkit";

import { expectOneWidth, readAnswer } from "./read-answer.js";

/** Returns how many texts one call may take. */
export function batchSizeOf({ maxBatchSize = DEFAULT_BATCH_SIZE }: Embedder): number {
  return maxBatchSize;
}

/**
 * The vectors of texts as they are, in order, in batches no longer than the embedder says. Fails
 * unless all is as the contract says.
 */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  options?: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const tokens = texts.map((text) => estimateTokens(text));
  const limits = { maxSize: batchSizeOf(embedder), maxTokens: embedder.maxBatchTokens };
  const vectors: Float32Array[] = [];
  for (const { start, end } of planBatches(tokens, limits)) {
    const answer = await embedder.embed(texts.slice(start, end), options);
    vectors.push(...readAnswer(embedder, answer, end - start));
  }
  expectOneWidth(vectors, embedder.dimensions);
  return vectors;
}

/** The vector of one text, embedded alone. */
export async function vectorOf(
  embedder: Embedder,
  text: string,
  options?: EmbedOptions,
): Promise<Float32Array> {
  const [vector] = readAnswer(embedder, await embedder.embed([text], options), 1);
  return vector ?? new Float32Array();
}
