import { MemoryError } from "@kioku/core";

import type { EmbeddingSettings } from "./embedding-options.js";

/**
 * A list of as many embeddings as there are texts. AI SDK 6 does not look.
 * @throws `embedder-failed` for anything else; servers do so in passing, such as one that has just
 *   been given another model.
 */
export function checkCount(embeddings: unknown, count: number, id: string): readonly unknown[] {
  if (!Array.isArray(embeddings)) throw wrongAnswer(id, "something else than lists of numbers");
  if (embeddings.length === count) return embeddings;
  throw wrongAnswer(id, `${embeddings.length} vectors for ${count} texts`);
}

/**
 * Vectors of embeddings. Core checks numbers; what is no number has to be seen before it would be
 * made one.
 */
export function toVectors(
  embeddings: readonly unknown[],
  { id, dimensions }: EmbeddingSettings,
): readonly Float32Array[] {
  return Array.from(embeddings, (embedding) => {
    const vector = toVector(embedding, id);
    if (dimensions === undefined || vector.length === dimensions) return vector;
    const message = `embedder ${id} answered ${vector.length} numbers a vector, and options.dimensions is ${dimensions}; ask the model for it by options.providerOptions, in the words of its provider`;
    throw new MemoryError("embedder-failed", message);
  });
}

function toVector(value: unknown, id: string): Float32Array {
  const notNumbers = "something else than lists of numbers";
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw wrongAnswer(id, notNumbers);
  return Float32Array.from(value as ArrayLike<unknown>, (item) => {
    if (typeof item !== "number") throw wrongAnswer(id, notNumbers);
    return item;
  });
}

function wrongAnswer(id: string, what: string): MemoryError {
  const message = `embedder ${id} answered ${what}`;
  return new MemoryError("embedder-failed", message, { retryable: true });
}
