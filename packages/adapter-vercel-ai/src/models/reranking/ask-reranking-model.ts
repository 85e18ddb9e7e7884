import type { RerankOptions, RerankScore } from "@kioku/core/toolkit";
import {
  askReranker,
  checkNumber,
  invalidInput,
  unlessAborted,
  ownTexts,
} from "@kioku/core/toolkit";
import { rerank } from "ai";
import type { RerankingModel } from "ai";

import type { CallSettings, ProviderOptions } from "../call-settings.js";
import { modelFailure } from "../model-failure.js";

/** What is asked, and how. */
export interface AskedRerankingModel {
  readonly id: string;
  readonly model: RerankingModel;
  readonly settings: CallSettings & { readonly providerOptions?: ProviderOptions };
}

/** What is ranked. */
export interface Ranked {
  readonly query: string;
  readonly documents: readonly string[];
}

/**
 * Asks a reranking model by the AI SDK, which tries again but cuts nothing off, and checks what it
 * answers.
 */
export async function askRerankingModel(
  asked: AskedRerankingModel,
  { query, documents }: Ranked,
  { signal, topN }: RerankOptions = {},
): Promise<readonly RerankScore[]> {
  if (typeof query !== "string") throw invalidInput("query", "a string", query);
  const texts = ownTexts(documents, "documents");
  if (topN !== undefined) checkNumber(topN, "topN", { min: 1, integer: true });
  signal?.throwIfAborted();
  if (texts.length === 0) return [];
  const { id } = asked;
  return askReranker(
    { id, rerank: (_, __, call) => rankAll(asked, { query, documents: texts }, call) },
    { query, texts, topN, signal },
  );
}

/** What the model says of all documents it names, best first. */
async function rankAll(
  { id, model, settings }: AskedRerankingModel,
  { query, documents }: Ranked,
  { signal, topN }: RerankOptions = {},
): Promise<readonly RerankScore[]> {
  try {
    const answer = rerank({
      model,
      query,
      documents: [...documents],
      ...settings,
      ...(topN !== undefined && { topN }),
      ...(signal && { abortSignal: signal }),
    });
    const { ranking } = await unlessAborted(answer, signal);
    return ranking
      .map(({ originalIndex: index, score }) => ({ index, score }))
      .toSorted((a, b) => b.score - a.score);
  } catch (error) {
    signal?.throwIfAborted();
    throw modelFailure(error, "reranker-failed", `reranker ${id}`);
  }
}
