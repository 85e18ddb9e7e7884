import { MemoryError } from "@kioku/core";
import { unlessAborted, ownTexts, type EmbedOptions, type EmbedResult } from "@kioku/core/toolkit";
import { embedMany, type EmbeddingModel } from "ai";

import { isCount } from "../any-model.js";
import { errorFields, lastFailure, modelFailure } from "../model-failure.js";
import type { EmbeddingSettings } from "./embedding-options.js";

const NOT_NUMBERS = "something else than lists of numbers";

/** Embeds texts with a model of the AI SDK, which splits lists and retries. */
export async function callEmbeddingModel(
  { model, settings }: { readonly model: EmbeddingModel; readonly settings: EmbeddingSettings },
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
      // Core runs several lists at once itself.
      maxParallelCalls: 1,
      ...call,
      ...(options && { providerOptions: options }),
      ...(signal && { abortSignal: signal }),
      // Other models get their width in `adaptEmbeddingModel`.
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

/** Reports a text that is too long so that core can find it and embed the rest. */
function toFailure(error: unknown, id: string, count: number): MemoryError {
  if (!isTooLong(lastFailure(error))) {
    return modelFailure(error, "embedder-failed", `embedder ${id}`);
  }
  const what = count === 1 ? "texts[0]: it is" : `these ${count} texts: one, or all together, are`;
  const message = `embedder ${id} cannot embed ${what} too long for the provider`;
  return new MemoryError("invalid-input", message, { cause: error });
}

const TOO_LARGE_STATUSES: ReadonlySet<unknown> = new Set([400, 413, 422]);
/** Phrases that blame the length and nothing else. */
const PHRASES =
  /too (?:long|large|many (?:tokens|inputs))|(?:context|sequence|input|token)[ _](?:length|window|size|limit)|max\w*[ _](?:tokens|length)|tokens? (?:exceed|over)|exceed\S*(?: \S+){0,4} (?:tokens|length)/iu;
const MAX_BODY_LENGTH = 4_000;

function isTooLong(error: unknown): boolean {
  const { statusCode, message, responseBody } = errorFields(error);
  if (!TOO_LARGE_STATUSES.has(statusCode)) return false;
  const texts = [message, responseBody].filter((text) => typeof text === "string");
  return statusCode === 413 || PHRASES.test(texts.join("\n").slice(0, MAX_BODY_LENGTH));
}

/**
 * Checks that there is one embedding per text, which AI SDK 6 does not.
 * @throws `embedder-failed`, retryable: servers do so briefly, such as while switching models.
 */
export function checkCount(embeddings: unknown, count: number, id: string): readonly unknown[] {
  if (!Array.isArray(embeddings)) throw wrongAnswer(id, NOT_NUMBERS);
  if (embeddings.length === count) return embeddings;
  throw wrongAnswer(id, `${embeddings.length} vectors for ${count} texts`);
}

/** Rejects non-numbers here, before conversion hides them. */
function toVectors(
  embeddings: readonly unknown[],
  { id, dimensions }: EmbeddingSettings,
): readonly Float32Array[] {
  return Array.from(embeddings, (embedding) => {
    if (!Array.isArray(embedding) && !ArrayBuffer.isView(embedding)) {
      throw wrongAnswer(id, NOT_NUMBERS);
    }
    const vector = Float32Array.from(embedding as ArrayLike<unknown>, (item) => {
      if (typeof item !== "number") throw wrongAnswer(id, NOT_NUMBERS);
      return item;
    });
    if (dimensions === undefined || vector.length === dimensions) return vector;
    const message = `embedder ${id} answered ${vector.length} numbers a vector, and options.dimensions is ${dimensions}; ask the model for it by options.providerOptions, in the words of its provider`;
    throw new MemoryError("embedder-failed", message);
  });
}

function wrongAnswer(id: string, what: string): MemoryError {
  const message = `embedder ${id} answered ${what}`;
  return new MemoryError("embedder-failed", message, { retryable: true });
}
