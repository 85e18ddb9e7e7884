import { setImmediate } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { Reranker } from "@kioku/core";
import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";

/** Documents between two looks at the signal. */
const SLICE = 16;

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]{1,40}/gu));
}

/** The share of words that two texts have in common, 0 to 1. */
function overlap(query: string, document: string): number {
  const asked = wordsOf(query);
  const there = wordsOf(document);
  const common = [...asked].filter((word) => there.has(word)).length;
  return common / Math.max(1, asked.size + there.size - common);
}

function checkCall(query: unknown, documents: readonly unknown[], topN: unknown): void {
  if (typeof query !== "string") throw new MemoryError("invalid-input", "query must be a string");
  const wrong = documents.findIndex((document) => typeof document !== "string");
  if (wrong !== -1) {
    throw new MemoryError("invalid-input", `documents[${wrong}] must be a string`);
  }
  if (topN === undefined || (Number.isInteger(topN) && Number(topN) >= 1)) return;
  throw new MemoryError("invalid-input", "topN must be a whole number of at least 1");
}

/** A reranker that does everything right: slowly, in slices. */
export function goodReranker(): Reranker {
  let isClosed = false;

  function checkOpen(): void {
    if (isClosed) throw new MemoryError("closed", "the good reranker was closed");
  }

  return {
    id: "test/overlap@1",
    weight: 0.5,
    async rerank(query, documents, { topN, signal }: RerankOptions = {}) {
      signal?.throwIfAborted();
      checkOpen();
      checkCall(query, documents, topN);
      const scores: RerankScore[] = [];
      for (const [index, document] of [...documents].entries()) {
        if (index % SLICE === 0) await setImmediate();
        signal?.throwIfAborted();
        checkOpen();
        scores.push({ index, score: overlap(query, document) });
      }
      return scores.toSorted((a, b) => b.score - a.score).slice(0, topN);
    },
    close: () => {
      isClosed = true;
      return Promise.resolve();
    },
  };
}
