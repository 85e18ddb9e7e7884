import type { Reranker } from "@kioku/core";
import {
  documentTerms,
  queryTerms,
  checkNumber,
  invalidInput,
  ownTexts,
} from "@kioku/core/toolkit";

/** Scores a text by the share of the question's words that it has. */
export function wordReranker(): Reranker {
  return {
    id: "example/shared-words@1",
    weight: 0.3,
    rerank: async (query, documents, { topN, signal } = {}) => {
      signal?.throwIfAborted();
      if (topN !== undefined) checkNumber(topN, "topN", { min: 1, integer: true });
      if (typeof query !== "string") throw invalidInput("query", "a string", query);
      const words = queryTerms(query);
      return ownTexts(documents, "documents") // refuses what is no string, as documents[1]
        .map((document, index) => ({ index, score: sharedWords(words, document) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, topN);
    },
  };
}

function sharedWords(words: readonly string[], document: string): number {
  const there = new Set(documentTerms(document));
  const found = words.filter((word) => there.has(word));
  return found.length / Math.max(1, words.length); // 0 to 1, as a weight demands
}
