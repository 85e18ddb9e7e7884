import { MemoryError } from "@kioku/core";
import type { Reranker } from "@kioku/core";

import { goodReranker } from "./good-reranker.js";

/** One with nothing but what it must have. */
export function bareReranker(): Reranker {
  const good = goodReranker();
  return { id: good.id, rerank: good.rerank.bind(good) };
}

function isOdd(text: unknown): boolean {
  return typeof text !== "string" || text.length > 900 || !/^[\w ,.?]+$/u.test(text);
}

/** One that refuses every text that is not plain. */
export function pickyReranker(): Reranker {
  const good = goodReranker();
  return {
    ...good,
    rerank: async (query, documents, options) => {
      options?.signal?.throwIfAborted();
      const place = documents.findIndex((text) => isOdd(text));
      if (!isOdd(query) && place === -1) return good.rerank(query, documents, options);
      const name = isOdd(query) ? "query" : `documents[${place}]`;
      throw new MemoryError("invalid-input", `${name} cannot be ranked`);
    },
  };
}
