import type { Embedder } from "@kioku/core";
import { localEmbedder } from "@kioku/embed-local";

/** The same embedder for every system, in its own process, which counts what is asked of it. */
export interface CountedEmbedder {
  /** Form that Kioku takes. */
  readonly embedder: Embedder;
  readonly embed: (texts: readonly string[]) => Promise<number[][]>;
  /** Returns the number of calls so far. */
  calls(): number;
  readonly dimensions: number;
}

/** Makes one over the local embedder. */
export function countedEmbedder(): CountedEmbedder {
  const local = localEmbedder();
  let calls = 0;
  const embedder: Embedder = {
    id: local.id,
    dimensions: local.dimensions,
    maxBatchSize: local.maxBatchSize,
    normalized: local.normalized,
    profile: local.profile,
    expander: local.expander,
    embed(texts, options) {
      calls += 1;
      return local.embed(texts, options);
    },
  };
  return {
    embedder,
    async embed(texts) {
      const { vectors } = await embedder.embed(texts);
      return vectors.map((vector) => Array.from(vector));
    },
    calls: () => calls,
    dimensions: 256,
  };
}

/** Returns it as LangChain's `Embeddings`, which mem0 and LangGraph take. */
export function asEmbeddings({ embed }: CountedEmbedder): object {
  return {
    embedDocuments: embed,
    embedQuery: async (text: string) => (await embed([text]))[0],
  };
}

/** Returns it as an embedding model of the AI SDK, which Mastra takes. */
export function asEmbeddingModel({ embed }: CountedEmbedder): object {
  return {
    specificationVersion: "v3",
    provider: "kioku",
    modelId: "local",
    maxEmbeddingsPerCall: 1_000,
    supportsParallelCalls: true,
    doEmbed: async ({ values }: { readonly values: readonly string[] }) => ({
      embeddings: await embed(values),
      usage: { tokens: 0 },
      warnings: [],
    }),
  };
}
