import type { Embedder } from "@kioku/core";

/** An embedder that counts tokens. */
export interface CountedEmbedder extends Embedder {
  /**
   * How many it has embedded, as the embedder counted them; `undefined` if there was a call that it
   * did not count.
   */
  tokens(): number | undefined;
}

/** An embedder whose tokens are counted from now on. */
export function countedEmbedder(embedder: Embedder): CountedEmbedder {
  let counted: number | undefined = 0;
  const { id, dimensions, maxBatchSize, maxBatchTokens, maxConcurrency } = embedder;
  return {
    id,
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    maxConcurrency,
    async embed(texts, options) {
      const answer = await embedder.embed(texts, options);
      const { tokens } = answer;
      counted = counted === undefined || tokens === undefined ? undefined : counted + tokens;
      return answer;
    },
    tokens: () => counted,
  };
}
