import type { Embedder } from "@kioku/core";
import { embedderOf, invalidInput } from "@kioku/core/toolkit";
import type { MemoryVectors } from "@kioku/core/toolkit";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";

import { EmbedderEmbeddings } from "../embeddings/embedder-embeddings.js";

/**
 * Embeddings of the embedder that was given, or of whichever one recall asks at the time of a call.
 * @throws `invalid-input` if there is none.
 */
export function embeddingsOf(
  vectors: MemoryVectors,
  embedder: Embedder | undefined,
): EmbeddingsInterface {
  if (embedder) return new EmbedderEmbeddings(embedder);
  if (!embedderOf(vectors.memory)) {
    throw invalidInput("options.embedder", "given, since the memory has none");
  }
  const current = async (): Promise<EmbedderEmbeddings> =>
    new EmbedderEmbeddings(await vectors.embedder());
  return {
    embedDocuments: async (documents) => (await current()).embedDocuments(documents),
    embedQuery: async (query) => (await current()).embedQuery(query),
  };
}
