import { MemoryError, type Embedder } from "@kioku/core";
import type { EmbedOptions } from "@kioku/core/toolkit";
import {
  checkMembers,
  checkMethods,
  checkOneOf,
  checkText,
  embedTexts,
  invalidInput,
  MAX_NAME_LENGTH,
  textsAtOnce,
  unlessAborted,
  ownTexts,
} from "@kioku/core/toolkit";
import type { EmbeddingModel } from "ai";

import { withSource, type ModelV3 } from "../any-model.js";

/** Embedding model for AI SDK 6 and 7. */
export type EmbeddingModelV3 = Extract<EmbeddingModel, ModelV3>;

type EmbedCall = Parameters<EmbeddingModelV3["doEmbed"]>[0];

/** Options of `toEmbeddingModel`. */
export interface ToEmbeddingModelOptions {
  /**
   * Purpose of calls without `providerOptions: { kioku: { purpose: "query" } }`. @defaultValue
   * `"document"`
   */
  readonly purpose?: "document" | "query" | undefined;
}

const PURPOSES = ["document", "query"] as const;

/**
 * Converts an embedder to an embedding model of the AI SDK. Vectors have length 1. One call takes
 * as many texts as the embedder may have in flight, and the SDK makes calls in sequence. Nothing is
 * retried beyond what the embedder does.
 * @throws `invalid-input` for an invalid embedder or option. A call rejects with `embedder-failed`
 *   if a text has no vector, and with `invalid-input` for a text that cannot be embedded and for
 *   other `dimensions` than the embedder's.
 */
export function toEmbeddingModel(
  embedder: Embedder,
  options: ToEmbeddingModelOptions = {},
): EmbeddingModelV3 {
  checkMethods(embedder, "embedder", ["embed"]);
  const id = checkText(embedder.id, "embedder.id", MAX_NAME_LENGTH);
  checkMembers(options, "options", ["purpose"]);
  const { purpose = "document" } = options;
  checkOneOf(purpose, "options.purpose", PURPOSES);
  const model: EmbeddingModelV3 = {
    specificationVersion: "v3",
    provider: "kioku",
    modelId: id,
    maxEmbeddingsPerCall: textsAtOnce(embedder),
    supportsParallelCalls: false,
    async doEmbed(call) {
      const values = ownTexts(call.values, "values");
      const { abortSignal: signal } = call;
      const how = { purpose: purposeOf(call) ?? purpose, ...(signal && { signal }) };
      const { vectors, tokens } = await unlessAborted(embedAll(embedder, values, how), signal);
      checkWidth(call, vectors[0]?.length ?? embedder.dimensions);
      const embeddings = vectors.map((vector) => Array.from(vector));
      return { embeddings, warnings: [], ...(tokens !== undefined && { usage: { tokens } }) };
    },
  };
  return withSource(model, { embedder });
}

function purposeOf({ providerOptions }: EmbedCall): "document" | "query" | undefined {
  const own = providerOptions?.["kioku"];
  if (own === undefined) return undefined;
  checkMembers(own, "providerOptions.kioku", ["purpose"]);
  const { purpose } = own;
  return purpose === undefined
    ? undefined
    : checkOneOf(purpose, "providerOptions.kioku.purpose", PURPOSES);
}

/** Checks the width that AI SDK 7 passes to any model, though V3 has none. */
function checkWidth(call: EmbedCall, width: number | undefined): void {
  const { dimensions } = call as { readonly dimensions?: unknown };
  if (dimensions === undefined || width === undefined || dimensions === width) return;
  throw invalidInput("dimensions", `${width}, the width of the embedder`, dimensions);
}

/** Embeds all values and counts tokens; `undefined` tokens once a batch was not counted. */
async function embedAll(
  embedder: Embedder,
  values: readonly string[],
  options: EmbedOptions,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }> {
  let tokens: number | undefined = 0;
  const { id, dimensions, maxBatchSize, maxBatchTokens, maxConcurrency } = embedder;
  const counted: Embedder = {
    id,
    dimensions,
    maxBatchSize,
    maxBatchTokens,
    maxConcurrency,
    async embed(texts, embedOptions) {
      const answer = await embedder.embed(texts, embedOptions);
      tokens =
        tokens === undefined || answer.tokens === undefined ? undefined : tokens + answer.tokens;
      return answer;
    },
  };
  const { vectors, unfit, failure } = await embedTexts(counted, values, options);
  const [index] = unfit;
  if (index !== undefined) {
    const message = `embedder ${id} cannot embed values[${index}] of the call`;
    throw new MemoryError("invalid-input", message, { cause: failure });
  }
  if (failure) throw failure;
  return { vectors: vectors.map((vector) => vector?.values ?? new Float32Array()), tokens };
}
