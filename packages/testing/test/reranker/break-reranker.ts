import type { Reranker } from "@kioku/core";
import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";

import type { ModelDefect } from "../support/broken-model.js";

/** One thing that a reranker does wrong. */
export type RerankerDefect = ModelDefect<Reranker>;

/** A reranker with another `rerank`. */
export function withRerank(good: Reranker, rerank: Reranker["rerank"]): Reranker {
  return { ...good, rerank };
}

/** Source of a ranking. */
export interface Asked extends RerankOptions {
  readonly query: string;
  readonly documents: readonly string[];
}

/** Replaces every ranking. */
export function mapRanking(
  good: Reranker,
  map: (ranking: readonly RerankScore[], asked: Asked) => readonly RerankScore[],
): Reranker {
  return withRerank(good, async (query, documents, options) => {
    const ranking = await good.rerank(query, documents, options);
    return map(ranking, { query, documents, ...options });
  });
}

/** Replaces the scores, and puts the best first again. */
export function mapScores(
  good: Reranker,
  map: (entry: RerankScore, asked: Asked) => number,
): Reranker {
  return mapRanking(good, (ranking, asked) =>
    ranking
      .map((entry) => ({ ...entry, score: map(entry, asked) }))
      .toSorted((a, b) => b.score - a.score),
  );
}
