import { MemoryError } from "../errors/memory-error.js";
import type { SpaceVector } from "../store/vector-space.js";
import type { Embedder, EmbedOptions } from "./embedder.js";
import { toUnitVector } from "./unit-vector.js";

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

  async function work(): Promise<void> {
    while (next < texts.length) {
      options.signal?.throwIfAborted();
      const start = next;
      const batch = texts.slice(start, start + size);
      next += batch.length;
      const result = await embedBatch(embedder, batch, embedOptions);
      for (const [index, vector] of result.vectors.entries()) vectors[start + index] = vector;
      failure ??= result.failure;
      done += batch.length;
      onProgress?.(done);
    }
  }

  const workers = Math.min(CONCURRENCY, Math.ceil(texts.length / size));
  await Promise.all(Array.from({ length: workers }, work));
  return failure ? { vectors, failure } : { vectors };
}

async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedOptions,
): Promise<EmbedTextsResult> {
  let answer: readonly unknown[];
  try {
    answer = (await embedder.embed(texts, options)).vectors;
  } catch (cause) {
    options.signal?.throwIfAborted();
    const retryable = !MemoryError.is(cause) || cause.retryable;
    return failed(texts, `embedder ${embedder.id} failed`, { cause, retryable });
  }
  if (!Array.isArray(answer) || answer.length !== texts.length) {
    const count = Array.isArray(answer) ? `${answer.length} vectors` : "no list of vectors";
    return failed(texts, `embedder ${embedder.id} answered ${count} for ${texts.length} texts`);
  }
  return checkVectors(embedder, answer);
}

function checkVectors(embedder: Embedder, answer: readonly unknown[]): EmbedTextsResult {
  const [first] = answer;
  const width = embedder.dimensions ?? (first instanceof Float32Array ? first.length : 0);
  let failure: MemoryError | undefined;
  const vectors = answer.map((vector): SpaceVector | undefined => {
    const unit =
      vector instanceof Float32Array && vector.length === width ? toUnitVector(vector) : undefined;
    if (unit) return { space: { id: embedder.id, dimensions: width }, values: unit };
    failure ??= new MemoryError(
      "embedder-failed",
      `embedder ${embedder.id} answered something else than a Float32Array of ${width} finite numbers that are not all zero`,
    );
    return undefined;
  });
  return failure ? { vectors, failure } : { vectors };
}

function failed(
  texts: readonly string[],
  message: string,
  options?: { readonly cause: unknown; readonly retryable: boolean },
): EmbedTextsResult {
  const failure = new MemoryError("embedder-failed", message, options);
  return { vectors: texts.map(() => undefined), failure };
}
