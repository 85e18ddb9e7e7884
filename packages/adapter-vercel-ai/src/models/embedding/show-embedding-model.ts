import type { Embedder } from "@kioku/core";
import type { EmbeddingModel } from "ai";

import type { AnyEmbeddingModel } from "../any-model.js";
import { asV3 } from "../as-v3.js";
import type { EmbeddingSettings } from "./embedding-options.js";
import { checkCount } from "./read-embeddings.js";

/** How many texts core hands over at once, if an embedder does not say. */
const USUAL_BATCH_SIZE = 64;

/** What the SDK asks. */
interface EmbedCall {
  readonly values: readonly string[];
  readonly abortSignal?: AbortSignal;
}

/**
 * An embedding model as both versions of the SDK take it. One of the specification V4 is asked for
 * a width here, since AI SDK 6 asks nobody. Each answer is counted here: parts of a list that are
 * too long and too short would give each other's vectors away.
 */
export function showEmbeddingModel(
  model: AnyEmbeddingModel,
  { id, dimensions }: EmbeddingSettings,
): EmbeddingModel {
  if (typeof model === "string") return model;
  const width = model.specificationVersion === "v4" && dimensions !== undefined && { dimensions };
  const doEmbed = async (call: EmbedCall): Promise<unknown> => {
    // The SDK goes on with what is left of a list.
    call.abortSignal?.throwIfAborted();
    const answer: unknown = await model.doEmbed({ ...call, ...width } as never);
    const { embeddings } = answer as { readonly embeddings?: unknown };
    checkCount(embeddings, call.values.length, id);
    return answer;
  };
  return asV3(model, { doEmbed }) as Exclude<EmbeddingModel, string>;
}

/** How much core has under way: no more than the model takes. */
export function limitsOf(
  model: AnyEmbeddingModel,
): Pick<Embedder, "maxBatchSize" | "maxConcurrency"> {
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
