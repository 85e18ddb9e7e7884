import { MemoryError } from "@kioku/core";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";
import { unlessAborted, ownTexts } from "@kioku/core/toolkit";
import type { EmbeddingsInterface } from "@langchain/core/embeddings";

/** Questions under way at once: LangChain takes them one by one. */
const QUERIES_AT_ONCE = 4;

/**
 * Asks LangChain embeddings for vectors, each kind of text by the method that is for it. `id` is
 * for errors.
 */
export async function askEmbeddings(
  embeddings: EmbeddingsInterface,
  texts: readonly string[],
  { id, purpose, signal }: EmbedOptions & { readonly id: string },
): Promise<EmbedResult> {
  const own = ownTexts(texts);
  signal?.throwIfAborted();
  if (own.length === 0) return { vectors: [] };
  const answer =
    purpose === "query" ? askQueries(embeddings, own, signal) : embeddings.embedDocuments([...own]);
  const vectors: unknown = await unlessAborted(answer, signal);
  if (!Array.isArray(vectors)) throw notNumbers(id);
  return { vectors: Array.from(vectors, (vector: unknown) => toVector(vector, id)) };
}

async function askQueries(
  embeddings: EmbeddingsInterface,
  texts: readonly string[],
  signal: AbortSignal | undefined,
): Promise<unknown[]> {
  const vectors: unknown[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < texts.length) {
      signal?.throwIfAborted();
      const index = next;
      next += 1;
      vectors[index] = await embeddings.embedQuery(texts[index] ?? "").catch((error: unknown) => {
        // One failure fails the call, so that the rest need not be asked.
        next = texts.length;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: QUERIES_AT_ONCE }, work));
  return vectors;
}

/** Core checks width and numbers; what is no number has to be seen before it would be made one. */
function toVector(value: unknown, id: string): Float32Array {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) throw notNumbers(id);
  return Float32Array.from(value as ArrayLike<unknown>, (item) => {
    if (typeof item !== "number") throw notNumbers(id);
    return item;
  });
}

function notNumbers(id: string): MemoryError {
  const message = `embedder ${id} answered something else than lists of numbers`;
  return new MemoryError("embedder-failed", message, { retryable: true });
}
