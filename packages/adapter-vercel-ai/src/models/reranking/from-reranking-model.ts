import type { Reranker } from "@kioku/core";
import type { RerankScore } from "@kioku/core/toolkit";
import {
  askReranker,
  checkMembers,
  checkNumber,
  checkText,
  invalidInput,
  MAX_NAME_LENGTH,
  unlessAborted,
  ownTexts,
} from "@kioku/core/toolkit";
import { rerank, type RerankingModel } from "ai";

import { asV3, checkModel, sourceOf, type AnyRerankingModel } from "../any-model.js";
import { CALL_OPTIONS, checkCallOptions } from "../call-settings.js";
import type { ModelCallOptions, ProviderOptions } from "../call-settings.js";
import { modelFailure } from "../model-failure.js";

/** Options of `fromRerankingModel`. */
export interface FromRerankingModelOptions extends ModelCallOptions {
  /**
   * Model and revision, for `explain`. Not blank, at most 512 characters. @defaultValue provider
   * and model
   */
  readonly id?: string | undefined;
  /**
   * Weight of its scores against those of the recall, 0 to 1. Only for models whose scores are 0 to
   * 1, comparable across calls. @defaultValue none: its order stands
   */
  readonly weight?: number | undefined;
  /** Options for providers. */
  readonly providerOptions?: ProviderOptions | undefined;
}

/**
 * Converts a reranking model of the AI SDK to a reranker. It takes specifications V3 and V4 with AI
 * SDK 6 and 7, or a name. Answers are cut to `topN`, best first. A model made by `toRerankingModel`
 * yields its original reranker if no option differs.
 * @throws `invalid-input` for an invalid model or option. The reranker rejects with
 *   `reranker-failed`, retryable as the AI SDK says; its cause may hold texts and provider answers.
 */
export function fromRerankingModel(
  model: AnyRerankingModel,
  options: FromRerankingModelOptions = {},
): Reranker {
  const name = checkModel(model, { method: "doRerank", versions: ["v3", "v4"] });
  checkMembers(options, "options", ["id", "weight", "providerOptions", ...CALL_OPTIONS]);
  const { reranker: own } = sourceOf(model);
  const { id: givenId = own?.id ?? name, ...others } = options;
  const id = checkText(givenId, "options.id", MAX_NAME_LENGTH);
  const { weight = own?.weight } = others;
  if (weight !== undefined) checkNumber(weight, "options.weight", { min: 0, max: 1 });
  const settings = checkCallOptions(others);
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (own?.id === id && isPlain) return own;
  const adapted = typeof model === "string" ? model : adaptRerankingModel(model);
  const inner: Reranker = {
    id,
    rerank: (query, documents, { signal, topN } = {}) =>
      callRerankingModel(id, {
        model: adapted,
        query,
        documents: [...documents],
        ...settings,
        ...(topN !== undefined && { topN }),
        ...(signal && { abortSignal: signal }),
      }),
  };
  return {
    id,
    ...(weight !== undefined && { weight }),
    async rerank(query, documents, { signal, topN } = {}) {
      if (typeof query !== "string") throw invalidInput("query", "a string", query);
      const texts = ownTexts(documents, "documents");
      if (topN !== undefined) checkNumber(topN, "topN", { min: 1, integer: true });
      signal?.throwIfAborted();
      return texts.length === 0 ? [] : askReranker(inner, { query, texts, topN, signal });
    },
  };
}

function adaptRerankingModel(model: Exclude<AnyRerankingModel, string>): RerankingModel {
  const doRerank = (call: never): unknown => model.doRerank(call);
  return asV3(model, { doRerank }) as Exclude<RerankingModel, string>;
}

/** Calls a model by the AI SDK, which retries but does not cut to `topN`. */
async function callRerankingModel(
  id: string,
  request: Parameters<typeof rerank<string>>[0],
): Promise<readonly RerankScore[]> {
  const { abortSignal: signal } = request;
  try {
    const { ranking } = await unlessAborted(rerank(request), signal);
    return ranking
      .map(({ originalIndex: index, score }) => ({ index, score }))
      .toSorted((a, b) => b.score - a.score);
  } catch (error) {
    signal?.throwIfAborted();
    throw modelFailure(error, "reranker-failed", `reranker ${id}`);
  }
}
