import { MemoryError } from "@kioku/core";
import type { Embedder } from "@kioku/core";
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

import type { ModelV3 } from "../any-model.js";
import { noteEmbedder } from "../own-models.js";
import { countedEmbedder } from "./counted-embedder.js";

/** An embedding model that both versions of the AI SDK take. */
export type EmbeddingModelV3 = Extract<EmbeddingModel, ModelV3>;

type EmbedCall = Parameters<EmbeddingModelV3["doEmbed"]>[0];

/** What `toEmbeddingModel` takes. */
export interface ToEmbeddingModelOptions {
  /**
   * What texts are embedded as, where a call does not say it by
   * `providerOptions: { kioku: { purpose: "query" } }`.
   * @defaultValue `"document"`
   */
  readonly purpose?: "document" | "query" | undefined;
}

const PURPOSES = ["document", "query"] as const;

/**
 * Gives an embedder to whatever of the AI SDK takes embedding models. Vectors have length 1. A call
 * takes as many texts as the embedder may have under way at once, and the SDK makes one call after
 * another. It tries nothing again beyond what the embedder does.
 *
 * @throws `invalid-input` for what is no embedder, and for an option that is unknown or wrong. A
 *   call rejects with `embedder-failed` if there is a text that the embedder did not embed, with
 *   `invalid-input` for one that it cannot take, and for `dimensions` that are not its own.
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
      const asked = { purpose: purposeOf(call) ?? purpose, ...(signal && { signal }) };
      const { vectors, tokens } = await unlessAborted(embedAll(embedder, values, asked), signal);
      checkWidth(call, vectors[0]?.length ?? embedder.dimensions);
      const embeddings = vectors.map((vector) => Array.from(vector));
      return { embeddings, warnings: [], ...(tokens !== undefined && { usage: { tokens } }) };
    },
  };
  noteEmbedder(model, embedder);
  return model;
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

/** AI SDK 7 hands a width over to any model, though the specification V3 has none. */
function checkWidth(call: EmbedCall, width: number | undefined): void {
  const { dimensions } = call as { readonly dimensions?: unknown };
  if (dimensions === undefined || width === undefined || dimensions === width) return;
  throw invalidInput("dimensions", `${width}, the width of the embedder`, dimensions);
}

async function embedAll(
  embedder: Embedder,
  values: readonly string[],
  options: EmbedOptions,
): Promise<{ readonly vectors: readonly Float32Array[]; readonly tokens: number | undefined }> {
  const counted = countedEmbedder(embedder);
  const { vectors, unfit, failure } = await embedTexts(counted, values, options);
  const [place] = unfit;
  if (place !== undefined) {
    const message = `embedder ${embedder.id} cannot embed values[${place}] of the call`;
    throw new MemoryError("invalid-input", message, { cause: failure });
  }
  if (failure) throw failure;
  const numbers = vectors.map((vector) => vector?.values ?? new Float32Array());
  return { vectors: numbers, tokens: counted.tokens() };
}
