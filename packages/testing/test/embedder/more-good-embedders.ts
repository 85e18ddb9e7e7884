import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";

import { mapEach, turned } from "./break-embedder.js";
import { goodEmbedder } from "./good-embedder.js";

/** One that takes no more texts in a call than it says. */
export function strictEmbedder(maxBatchSize: number): Embedder {
  const good = goodEmbedder();
  return {
    ...good,
    maxBatchSize,
    embed: async (texts, options) => {
      options?.signal?.throwIfAborted();
      if (texts.length <= maxBatchSize) return good.embed(texts, options);
      throw new MemoryError("invalid-input", `texts must be at most ${maxBatchSize}`);
    },
  };
}

/** One with nothing but what it must have, and that cannot be changed. */
export function bareEmbedder(): Embedder {
  const good = goodEmbedder();
  return Object.freeze({ id: good.id, embed: good.embed.bind(good) });
}

function isOdd(text: unknown): boolean {
  return typeof text !== "string" || text.length > 900 || !/^[\w ,.]+$/u.test(text);
}

/** One that refuses every text that is not plain. */
export function pickyEmbedder(): Embedder {
  const good = goodEmbedder();
  return {
    ...good,
    embed: async (texts, options) => {
      options?.signal?.throwIfAborted();
      const place = texts.findIndex((text) => isOdd(text));
      if (place === -1) return good.embed(texts, options);
      throw new MemoryError("invalid-input", `texts[${place}] cannot be embedded`);
    },
  };
}

/** One whose vectors are never quite the same. */
export function unsteadyEmbedder(): Embedder {
  let calls = 0;
  return mapEach(goodEmbedder(), (vector) => {
    calls += 1;
    return turned(vector, (calls % 5) * 1e-4);
  });
}
