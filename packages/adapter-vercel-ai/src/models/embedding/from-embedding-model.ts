import type { Embedder } from "@kioku/core";

import { checkModel } from "../any-model.js";
import type { AnyEmbeddingModel } from "../any-model.js";
import { embedderBehind } from "../own-models.js";
import { askEmbeddingModel } from "./ask-embedding-model.js";
import { resolveEmbeddingOptions } from "./embedding-options.js";
import type { EmbeddingSettings, FromEmbeddingModelOptions } from "./embedding-options.js";
import { limitsOf, showEmbeddingModel } from "./show-embedding-model.js";

/**
 * Gives an embedding model of the AI SDK to a memory: of the specifications V2, V3 and V4, with AI
 * SDK 6 and 7 alike, or by its name. A text that the provider refuses as too long stays without a
 * vector, and the others of the list get theirs.
 *
 * A model that `toEmbeddingModel` made gives its embedder back, if no option says otherwise.
 *
 * @throws `invalid-input` for what is no model, and for an option that is unknown or wrong. What it
 *   makes rejects with `embedder-failed`, retryable where the AI SDK says so. The cause is what was
 *   thrown: that may hold texts, and answers of the provider.
 */
export function fromEmbeddingModel(
  model: AnyEmbeddingModel,
  options: FromEmbeddingModelOptions = {},
): Embedder {
  const name = checkModel(model, { method: "doEmbed", versions: ["v2", "v3", "v4"] });
  const own = embedderBehind(model);
  const said = resolveEmbeddingOptions(options, { model: name, ownId: own?.id });
  const { id: _, ...others } = options;
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (own?.id === said.id && isPlain) return own;
  const settings = own ? withPurposes(said) : said;
  const { id, dimensions = own?.dimensions, profile = own?.profile } = settings;
  const { normalized = own?.normalized, maxBatchSize } = settings;
  const asked = { model: showEmbeddingModel(model, settings), settings };
  return {
    id,
    dimensions,
    ...limitsOf(model),
    ...(maxBatchSize !== undefined && { maxBatchSize }),
    profile,
    normalized,
    embed: (texts, call) => askEmbeddingModel(asked, texts, call),
  };
}

/** Models that we made are told the purpose in the way that they know. */
function withPurposes(settings: EmbeddingSettings): EmbeddingSettings {
  const { document, query } = settings.providerOptions;
  const providerOptions = {
    document: { kioku: { purpose: "document" }, ...document },
    query: { kioku: { purpose: "query" }, ...query },
  };
  return { ...settings, providerOptions };
}
