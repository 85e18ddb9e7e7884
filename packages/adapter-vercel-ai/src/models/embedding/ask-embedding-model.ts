import { MemoryError } from "@kioku/core";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import { unlessAborted, ownTexts } from "@kioku/core/toolkit";
import { embedMany } from "ai";
import type { EmbeddingModel } from "ai";

import { isCount } from "../is-count.js";
import { lastFailure, modelFailure } from "../model-failure.js";
import type { EmbeddingSettings } from "./embedding-options.js";
import { isTooLong } from "./is-too-long.js";
import { checkCount, toVectors } from "./read-embeddings.js";

/** What is asked, and how. */
export interface AskedEmbeddingModel {
  readonly model: EmbeddingModel;
  readonly settings: EmbeddingSettings;
}

/** Asks an embedding model for vectors, by the AI SDK, which splits lists and tries again. */
export async function askEmbeddingModel(
  { model, settings }: AskedEmbeddingModel,
  texts: readonly string[],
  { purpose = "document", signal }: EmbedOptions = {},
): Promise<EmbedResult> {
  const values = [...ownTexts(texts)];
  signal?.throwIfAborted();
  if (values.length === 0) return { vectors: [] };
  const { call, dimensions, providerOptions } = settings;
  const options = providerOptions[purpose];
  try {
    const answer = embedMany({
      model,
      values,
      // Core has several lists under way at once as it is.
      maxParallelCalls: 1,
      ...call,
      ...(options && { providerOptions: options }),
      ...(signal && { abortSignal: signal }),
      // Those that are no names are asked by whoever shows them to the SDK.
      ...(typeof model === "string" && dimensions !== undefined && { dimensions }),
    });
    const { embeddings, usage } = await unlessAborted(answer, signal);
    const vectors = toVectors(checkCount(embeddings, values.length, settings.id), settings);
    const tokens: unknown = usage.tokens;
    return isCount(tokens) ? { vectors, tokens } : { vectors };
  } catch (error) {
    signal?.throwIfAborted();
    throw toFailure(error, settings.id, values.length);
  }
}

/**
 * What is too long is said in the way that lets core find out which text it is, and embed the
 * others.
 */
function toFailure(error: unknown, id: string, count: number): MemoryError {
  if (!isTooLong(lastFailure(error)))
    return modelFailure(error, "embedder-failed", `embedder ${id}`);
  const what = count === 1 ? "texts[0]: it is" : `these ${count} texts: one, or all together, are`;
  const message = `embedder ${id} cannot embed ${what} too long for the provider`;
  return new MemoryError("invalid-input", message, { cause: error });
}
