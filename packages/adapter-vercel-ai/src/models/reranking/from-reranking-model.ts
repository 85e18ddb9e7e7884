import type { Reranker } from "@kioku/core";
import { checkMembers, checkNumber, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import type { RerankingModel } from "ai";

import { checkModel } from "../any-model.js";
import type { AnyRerankingModel } from "../any-model.js";
import { asV3 } from "../as-v3.js";
import { CALL_OPTIONS, checkCallOptions, checkProviderOptions } from "../call-settings.js";
import type { ModelCallOptions, ProviderOptions } from "../call-settings.js";
import { rerankerBehind } from "../own-models.js";
import { askRerankingModel } from "./ask-reranking-model.js";

/** How a reranking model becomes a reranker. */
export interface FromRerankingModelOptions extends ModelCallOptions {
  /**
   * Model and revision, for `explain`. Not blank, at most 512 characters. @defaultValue provider
   * and model
   */
  readonly id?: string | undefined;
  /**
   * How much its scores count against those of the recall, 0 to 1. Only for models whose scores are
   * 0 to 1 on one scale for all calls.
   * @defaultValue none: its order stands
   */
  readonly weight?: number | undefined;
  /** Options for providers. */
  readonly providerOptions?: ProviderOptions | undefined;
}

/**
 * Gives a reranking model of the AI SDK to a memory: of the specifications V3 and V4, with AI SDK 6
 * and 7 alike, or by its name. No more than `topN` documents are answered, whether the model heeds
 * it or not, and the best come first.
 *
 * A model that `toRerankingModel` made gives its reranker back, if no option says otherwise.
 *
 * @throws `invalid-input` for what is no model, and for an option that is unknown or wrong. What it
 *   makes rejects with `reranker-failed`, retryable where the AI SDK says so. The cause is what was
 *   thrown: that may hold texts, and answers of the provider.
 */
export function fromRerankingModel(
  model: AnyRerankingModel,
  options: FromRerankingModelOptions = {},
): Reranker {
  const name = checkModel(model, { method: "doRerank", versions: ["v3", "v4"] });
  checkMembers(options, "options", ["id", "weight", "providerOptions", ...CALL_OPTIONS]);
  const own = rerankerBehind(model);
  const { id: givenId = own?.id ?? name, ...others } = options;
  const id = checkText(givenId, "options.id", MAX_NAME_LENGTH);
  const { weight = own?.weight, providerOptions } = others;
  if (weight !== undefined) checkNumber(weight, "options.weight", { min: 0, max: 1 });
  const settings = {
    ...checkCallOptions(others),
    ...(providerOptions !== undefined && {
      providerOptions: checkProviderOptions(providerOptions, "options.providerOptions"),
    }),
  };
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (own?.id === id && isPlain) return own;
  const asked = { id, settings, model: typeof model === "string" ? model : show(model) };
  return {
    id,
    ...(weight !== undefined && { weight }),
    rerank: (query, documents, call) => askRerankingModel(asked, { query, documents }, call),
  };
}

/** The model as both versions of the SDK take it. */
function show(model: Exclude<AnyRerankingModel, string>): RerankingModel {
  const doRerank = (call: never): unknown => model.doRerank(call);
  return asV3(model, { doRerank }) as Exclude<RerankingModel, string>;
}
