import type { Embedder } from "@kioku/core";
import type { EmbeddingModel } from "ai";

import { asV3, checkModel, sourceOf, type AnyEmbeddingModel } from "../any-model.js";
import { callEmbeddingModel, checkCount } from "./call-embedding-model.js";
import { resolveEmbeddingOptions } from "./embedding-options.js";
import type { EmbeddingSettings, FromEmbeddingModelOptions } from "./embedding-options.js";

/**
 * Converts an embedding model of the AI SDK to an embedder. It takes specifications V2 to V4 with
 * AI SDK 6 and 7, or a name. A text that the provider refuses as too long gets no vector; the rest
 * of its list does. A model made by `toEmbeddingModel` yields its original embedder if no option
 * differs.
 * @throws `invalid-input` for an invalid model or option. The embedder rejects with
 *   `embedder-failed`, retryable as the AI SDK says; its cause may hold texts and provider answers.
 */
export function fromEmbeddingModel(
  model: AnyEmbeddingModel,
  options: FromEmbeddingModelOptions = {},
): Embedder {
  const name = checkModel(model, { method: "doEmbed", versions: ["v2", "v3", "v4"] });
  const { embedder: own } = sourceOf(model);
  const given = resolveEmbeddingOptions(options, { model: name, ownId: own?.id });
  const { id: _, ...others } = options;
  const isPlain = Object.values(others).every((value) => value === undefined);
  if (own?.id === given.id && isPlain) return own;
  const settings = own ? withPurposes(given) : given;
  const { id, dimensions = own?.dimensions, profile = own?.profile } = settings;
  const { normalized = own?.normalized, maxBatchSize } = settings;
  const target = { model: adaptEmbeddingModel(model, settings), settings };
  return {
    id,
    dimensions,
    ...limitsOf(model),
    ...(maxBatchSize !== undefined && { maxBatchSize }),
    profile,
    normalized,
    embed: (texts, call) => callEmbeddingModel(target, texts, call),
  };
}

/** Passes the purpose on to models made by `toEmbeddingModel`. */
function withPurposes(settings: EmbeddingSettings): EmbeddingSettings {
  const { document, query } = settings.providerOptions;
  const providerOptions = {
    document: { kioku: { purpose: "document" }, ...document },
    query: { kioku: { purpose: "query" }, ...query },
  };
  return { ...settings, providerOptions };
}

/** Core's batch size for embedders without one. */
const USUAL_BATCH_SIZE = 64;

interface EmbedCall {
  readonly values: readonly string[];
  readonly abortSignal?: AbortSignal;
}

/**
 * Presents an embedding model to both SDK versions. Passes the width to V4 models, since AI SDK 6
 * does not, and counts each answer: misaligned parts of a list would swap vectors.
 */
function adaptEmbeddingModel(
  model: AnyEmbeddingModel,
  { id, dimensions }: EmbeddingSettings,
): EmbeddingModel {
  if (typeof model === "string") return model;
  const width = model.specificationVersion === "v4" && dimensions !== undefined && { dimensions };
  const doEmbed = async (call: EmbedCall): Promise<unknown> => {
    // The SDK would continue with the rest of the list.
    call.abortSignal?.throwIfAborted();
    const answer: unknown = await model.doEmbed({ ...call, ...width } as never);
    const { embeddings } = answer as { readonly embeddings?: unknown };
    checkCount(embeddings, call.values.length, id);
    return answer;
  };
  return asV3(model, { doEmbed }) as Exclude<EmbeddingModel, string>;
}

/** Returns the limits for core: no more than the model takes. */
function limitsOf(model: AnyEmbeddingModel): Pick<Embedder, "maxBatchSize" | "maxConcurrency"> {
  if (typeof model === "string") return {};
  const { maxEmbeddingsPerCall: most, supportsParallelCalls } = model as {
    readonly maxEmbeddingsPerCall?: unknown;
    readonly supportsParallelCalls?: unknown;
  };
  const isSmall =
    typeof most === "number" && Number.isInteger(most) && most >= 1 && most < USUAL_BATCH_SIZE;
  return {
    ...(isSmall && { maxBatchSize: most }),
    ...(supportsParallelCalls === false && { maxConcurrency: 1 }),
  };
}
