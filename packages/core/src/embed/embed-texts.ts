import { MemoryError } from "../errors/memory-error.js";
import type { SpaceVector } from "../store/vector-space.js";
import { checkAnswer } from "./check-answer.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import { EmbedTimeout } from "./guarded-embedder.js";

/** What `embedTexts` takes. */
export interface EmbedTextsOptions extends EmbedOptions {
  /** Called after each batch with the number of texts done. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Vectors of many texts, as far as they could be made. */
export interface EmbedTextsResult {
  /** One per text, in order; `undefined` where the embedder failed. */
  readonly vectors: readonly (SpaceVector | undefined)[];
  /** Why some are missing: the first failure. */
  readonly failure?: MemoryError;
}

const DEFAULT_BATCH_SIZE = 64;
/** Batches under way at once; enough to hide a server's latency, few enough not to flood it. */
const CONCURRENCY = 4;

/**
 * Embeds any number of texts in batches. A batch that fails leaves its texts without a vector and does not harm the others;
 * only an abort rejects.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedTextsOptions = {},
): Promise<EmbedTextsResult> {
  const { onProgress, ...embedOptions } = options;
  const vectors: (SpaceVector | undefined)[] = Array.from({ length: texts.length });
  const size = embedder.maxBatchSize ?? DEFAULT_BATCH_SIZE;
  let next = 0;
  let done = 0;
  let failure: MemoryError | undefined;
  // What no batch can know before one has been answered: how wide this space is.
  let width = embedder.dimensions;

  async function work(): Promise<void> {
    while (next < texts.length) {
      options.signal?.throwIfAborted();
      const start = next;
      const batch = texts.slice(start, start + size);
      next += batch.length;
      const result = await embedBatch(embedder, batch, { ...embedOptions, width });
      for (const [index, vector] of result.vectors.entries()) vectors[start + index] = vector;
      width ??= result.vectors.find((vector) => vector !== undefined)?.space.dimensions;
      failure ??= result.failure;
      done += batch.length;
      onProgress?.(done);
    }
  }

  const workers = Math.min(CONCURRENCY, Math.ceil(texts.length / size));
  await Promise.all(Array.from({ length: workers }, work));
  return failure ? { vectors, failure } : { vectors };
}

/** How many texts one embedder has under way at once. */
export function textsAtOnce({ maxBatchSize = DEFAULT_BATCH_SIZE }: Embedder): number {
  return maxBatchSize * CONCURRENCY;
}

async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  { width, ...options }: EmbedOptions & { readonly width: number | undefined },
): Promise<EmbedTextsResult> {
  const count = texts.length;
  try {
    const answer = await embedder.embed(texts, options);
    return checkAnswer(embedder, answer, { count, width });
  } catch (cause) {
    options.signal?.throwIfAborted();
    const retryable = !MemoryError.is(cause) || cause.retryable;
    // What an embedder says of its failure may hold anything; it is kept as the cause only.
    const what = cause instanceof EmbedTimeout ? cause.message : "failed";
    const failure = new MemoryError("embedder-failed", `embedder ${embedder.id} ${what}`, {
      cause,
      retryable,
    });
    return { vectors: Array.from({ length: count }, () => undefined), failure };
  }
}
