import type { Embedder } from "@kioku/core";

import { letterEmbedder } from "./letter-memory.js";

/** An embedder that answers queries only when a test lets it, whatever becomes of their signals. */
export interface HeldEmbedder extends Embedder {
  /** Resolves when so many queries have come. */
  asked(count: number): Promise<void>;
  /** Answers all that came and all that will. */
  release(): void;
}

/** The letter embedder, held. */
export function heldEmbedder(): HeldEmbedder {
  const letters = letterEmbedder();
  const gate = Promise.withResolvers<void>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let queries = 0;
  return {
    ...letters,
    async embed(texts, options) {
      if (options?.purpose === "query") {
        queries += 1;
        for (const { count, resolve } of waiting) if (count <= queries) resolve();
        await gate.promise;
      }
      return letters.embed(texts);
    },
    asked: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (count <= queries) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    release: () => gate.resolve(),
  };
}
