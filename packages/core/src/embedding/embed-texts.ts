import type { Embedder, EmbedOptions } from "../contracts/embedder.js";
import type { SpaceVector } from "../contracts/vector-space.js";
import { textIndexOf } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";
import { safeProgress } from "../internal/async/notify.js";
import { estimateTokens } from "../text/estimate-tokens.js";
import { checkAnswer } from "./check-answer.js";
import { graverFailure } from "./graver-failure.js";
import { EmbedTimeout } from "./guarded-embedder.js";
import { nextBatch } from "./plan-batches.js";
import type { Batch } from "./plan-batches.js";

/** What `embedTexts` takes. */
export interface EmbedTextsOptions extends EmbedOptions {
  /** Called after each batch, or part of one, with the number of texts done. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Vectors of many texts, as far as they could be made. */
export interface EmbedTextsResult {
  /** One per text, in order; `undefined` where the embedder failed. */
  readonly vectors: readonly (SpaceVector | undefined)[];
  /** Why some are missing: the gravest failure. */
  readonly failure?: MemoryError;
  /** Indexes of the texts that cannot be embedded, whoever asks and however often. */
  readonly unfit: ReadonlySet<number>;
}

/** Most texts of one call, of an embedder that does not say. */
export const DEFAULT_BATCH_SIZE = 64;
/** Batches under way at once; enough to hide a server's latency, few enough not to flood it. */
export const DEFAULT_CONCURRENCY = 4;

/**
 * Embeds any number of texts in batches. A batch that fails leaves its texts without a vector and
 * does not harm the others. One that fails for one of its texts is asked for without that text, or,
 * if it does not say which one, is halved until that text stands alone. Only an abort rejects.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedTextsOptions = {},
): Promise<EmbedTextsResult> {
  const { onProgress: given, ...embedOptions } = options;
  const onProgress = safeProgress(given);
  const vectors: (SpaceVector | undefined)[] = Array.from({ length: texts.length });
  const unfit = new Set<number>();
  const next = batchesOf(embedder, texts);
  let done = 0;
  let failure: MemoryError | undefined;
  // What no batch can know before one has been answered: how wide this space is.
  let width = embedder.dimensions;

  /**
   * Embeds the texts at these places. What has to be asked for once more, because of an unfit text,
   * is left over.
   */
  async function embed(places: readonly number[]): Promise<readonly (readonly number[])[]> {
    options.signal?.throwIfAborted();
    const part = places.map((place) => texts[place] ?? "");
    const result = await embedBatch(embedder, part, { ...embedOptions, width });
    const { unfitPart: [first, last] = [0, 0] } = result;
    if (last - first > 1) return halves(places);
    for (const place of places.slice(first, last)) unfit.add(place);
    const rest = last > first ? places.filter((_, index) => index !== first) : [];
    for (const [index, place] of places.entries()) vectors[place] = result.vectors[index];
    width ??= result.vectors.find((vector) => vector !== undefined)?.space.dimensions;
    failure = graverFailure(failure, result.failure);
    done += places.length - rest.length;
    onProgress?.(done);
    return rest.length > 0 ? [rest] : [];
  }

  async function work(): Promise<void> {
    for (let batch = next(); batch; batch = next()) {
      const waiting = [placesOf(batch)];
      for (let part = waiting.pop(); part; part = waiting.pop()) {
        waiting.push(...(await embed(part)).toReversed());
      }
    }
  }

  const workers = Math.min(embedder.maxConcurrency ?? DEFAULT_CONCURRENCY, texts.length);
  await Promise.all(Array.from({ length: workers }, work));
  return failure ? { vectors, unfit, failure } : { vectors, unfit };
}

/** How many texts one embedder has under way at once, at most. */
export function textsAtOnce(embedder: Embedder): number {
  const { maxBatchSize = DEFAULT_BATCH_SIZE, maxConcurrency = DEFAULT_CONCURRENCY } = embedder;
  return maxBatchSize * maxConcurrency;
}

/**
 * Gives batch after batch. What they hold is counted as they are taken, so that a long list does
 * not hold the event loop.
 */
function batchesOf(
  { maxBatchSize: maxSize = DEFAULT_BATCH_SIZE, maxBatchTokens: maxTokens }: Embedder,
  texts: readonly string[],
): () => Batch | undefined {
  const list = {
    count: texts.length,
    tokensOf: (index: number) => estimateTokens(texts[index] ?? ""),
  };
  let start = 0;
  return () => {
    if (start >= list.count) return undefined;
    const batch = nextBatch(list, start, { maxSize, maxTokens });
    start = batch.end;
    return batch;
  };
}

function placesOf({ start, end }: Batch): readonly number[] {
  return Array.from({ length: end - start }, (_, index) => start + index);
}

function halves<T>(list: readonly T[]): readonly (readonly T[])[] {
  const middle = list.length >> 1;
  return [list.slice(0, middle), list.slice(middle)];
}

type BatchResult = Omit<EmbedTextsResult, "unfit"> & {
  /**
   * Present: the embedder cannot embed a text from the first of these places up to, but not with,
   * the second.
   */
  readonly unfitPart?: readonly [number, number];
};

async function embedBatch(
  embedder: Embedder,
  texts: readonly string[],
  { width, ...options }: EmbedOptions & { readonly width: number | undefined },
): Promise<BatchResult> {
  const count = texts.length;
  try {
    const answer = await embedder.embed(texts, options);
    return checkAnswer(embedder, answer, { count, width });
  } catch (cause) {
    options.signal?.throwIfAborted();
    const failure = toFailure(embedder, cause);
    const vectors = Array.from({ length: count }, () => undefined);
    if (!MemoryError.is(cause, "invalid-input")) return { vectors, failure };
    const place = textIndexOf(cause, count);
    return { vectors, failure, unfitPart: place === undefined ? [0, count] : [place, place + 1] };
  }
}

/** What an embedder says of its failure may hold anything; it is kept as the cause only. */
function toFailure({ id }: Embedder, cause: unknown): MemoryError {
  const isUnfit = MemoryError.is(cause, "invalid-input");
  const retryable = !MemoryError.is(cause) || (cause.retryable && !isUnfit);
  const said = EmbedTimeout.is(cause) ? cause.message : "failed";
  const what = isUnfit ? "cannot embed one of the texts" : said;
  return new MemoryError("embedder-failed", `embedder ${id} ${what}`, { cause, retryable });
}
