import type { Reranker } from "@kioku/core";
import {
  askReranker,
  checkMethods,
  checkNumber,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
  ownTexts,
} from "@kioku/core/toolkit";
import type { RerankingModel } from "ai";

import { withSource, type ModelV3 } from "../any-model.js";

/** Reranking model for AI SDK 6 and 7. */
export type RerankingModelV3 = Extract<RerankingModel, ModelV3>;

/**
 * Converts a reranker to a reranking model of the AI SDK. Object documents are ranked by their
 * JSON. Answers have at most `topN` documents. Nothing is retried beyond what the reranker does.
 * @throws `invalid-input` for an invalid reranker. A call rejects with `reranker-failed` if the
 *   reranker fails or returns anything but finite scores for distinct documents.
 */
export function toRerankingModel(reranker: Reranker): RerankingModelV3 {
  checkMethods(reranker, "reranker", ["rerank"]);
  const model: RerankingModelV3 = {
    specificationVersion: "v3",
    provider: "kioku",
    modelId: checkText(reranker.id, "reranker.id", MAX_NAME_LENGTH),
    async doRerank({ documents, query, topN, abortSignal: signal }) {
      if (typeof query !== "string") throw invalidInput("query", "a string", query);
      const texts = ownTexts(documents.values.map(toText), "documents");
      if (topN !== undefined) checkNumber(topN, "topN", { min: 1, integer: true });
      signal?.throwIfAborted();
      const ranked = askReranker(reranker, { query, texts, topN, signal });
      const ranking = await unlessAborted(ranked, signal);
      return {
        ranking: ranking.map(({ index, score }) => ({ index, relevanceScore: score })),
        warnings: [],
      };
    },
  };
  return withSource(model, { reranker });
}

function toText(document: unknown): string {
  return typeof document === "string" ? document : JSON.stringify(document);
}
