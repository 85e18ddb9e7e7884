import type { Embedder, EmbedOptions } from "../contracts/embedder.js";
import type { SpaceVector } from "../contracts/write-op.js";
import { retryAfterMs, textIndexOf, MemoryError } from "../errors/memory-error.js";
import { safeProgress } from "../internal/async/notify.js";
import { checkNumber } from "../internal/check/check.js";
import { estimateTokens } from "../text/estimate-tokens.js";
import { checkAnswer } from "./check-embedder.js";
import { EmbedTimeout } from "./guarded-embedder.js";

/** Options of `embedTexts`. */
export interface EmbedTextsOptions extends EmbedOptions {
  /** Called after each batch, or part of one, with the number of texts done. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Vectors of many texts, as far as they could be made. */
export interface EmbedTextsResult {
  /** One per text, in order; `undefined` where the embedder failed. */
  readonly vectors: readonly (SpaceVector | undefined)[];
  /** Most severe failure, if vectors are missing. */
  readonly failure?: MemoryError;
  /** Indexes of texts that the embedder can never embed. */
  readonly unfit: ReadonlySet<number>;
}

/** Most texts of one call, of an embedder that does not say. */
export const DEFAULT_BATCH_SIZE = 64;
/** Batches under way at once; enough to hide a server's latency, few enough not to flood it. */
export const DEFAULT_CONCURRENCY = 4;

/**
 * Embeds texts in batches. A batch that fails leaves its texts without a vector; one that fails for
 * a text is repeated without it, or halved until it stands alone. Only an abort rejects.
 */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  options: EmbedTextsOptions = {},
): Promise<EmbedTextsResult> {
  const { onProgress: given, ...embedOptions } = options;
  const onProgress = given && safeProgress(given);
  const vectors: (SpaceVector | undefined)[] = Array.from({ length: texts.length });
  const unfit = new Set<number>();
  const { maxBatchSize: maxSize = DEFAULT_BATCH_SIZE, maxBatchTokens: maxTokens } = embedder;
  const list = { count: texts.length, tokensOf: (at: number) => estimateTokens(texts[at] ?? "") };
  const batches = batchesOf(list, { maxSize, maxTokens });
  const next = (): Batch | undefined => batches.next().value;
  const all = [...texts.keys()];
  let done = 0;
  let failure: MemoryError | undefined;
  // Unknown before a first batch has been answered.
  let width = embedder.dimensions;

  /** Embeds the texts at these positions, and returns those to repeat because of an unfit text. */
  async function embed(positions: readonly number[]): Promise<readonly (readonly number[])[]> {
    options.signal?.throwIfAborted();
    const part = positions.map((position) => texts[position] ?? "");
    const result = await embedBatch(embedder, part, { ...embedOptions, width });
    const { unfitPart: [first, last] = [0, 0] } = result;
    const middle = positions.length >> 1;
    if (last - first > 1) return [positions.slice(0, middle), positions.slice(middle)];
    for (const position of positions.slice(first, last)) unfit.add(position);
    const rest = last > first ? positions.filter((_, index) => index !== first) : [];
    for (const [index, position] of positions.entries()) vectors[position] = result.vectors[index];
    width ??= result.vectors.find((vector) => vector !== undefined)?.space.dimensions;
    failure = moreSevere(failure, result.failure);
    done += positions.length - rest.length;
    onProgress?.(done);
    return rest.length > 0 ? [rest] : [];
  }

  async function work(): Promise<void> {
    for (let batch = next(); batch; batch = next()) {
      const waiting: (readonly number[])[] = [all.slice(batch.start, batch.end)];
      for (let part = waiting.pop(); part; part = waiting.pop()) {
        waiting.push(...(await embed(part)).toReversed());
      }
    }
  }

  const workers = Math.min(embedder.maxConcurrency ?? DEFAULT_CONCURRENCY, texts.length);
  await Promise.all(Array.from({ length: workers }, work));
  return failure ? { vectors, unfit, failure } : { vectors, unfit };
}

/** Embeds one text. Only an abort rejects. */
export async function embedText(
  embedder: Embedder,
  text: string,
  options: EmbedOptions,
): Promise<Omit<EmbedTextsResult, "unfit">> {
  options.signal?.throwIfAborted();
  return embedBatch(embedder, [text], { ...options, width: embedder.dimensions });
}

/** Embeds texts with the first embedder that can; the failure is the most severe one met. */
export async function embedWithFallback(
  embedders: readonly Embedder[],
  texts: readonly string[],
  options: EmbedTextsOptions = {},
): Promise<EmbedTextsResult> {
  const [first] = embedders;
  if (first && embedders.length === 1) return embedTexts(first, texts, options);
  const vectors: (SpaceVector | undefined)[] = Array.from({ length: texts.length });
  let failure: MemoryError | undefined;
  // Texts that none of them can embed.
  let unfit: ReadonlySet<number> | undefined;
  const isUnfit = (index: number): boolean => unfit?.has(index) ?? true;
  for (const embedder of embedders) {
    const missing = [...texts.keys()].filter((index) => vectors[index] === undefined);
    if (missing.length === 0) break;
    const result = await embedTexts(
      embedder,
      missing.map((index) => texts[index] ?? ""),
      // Progress that was reported is not taken back.
      embedder === first ? options : { ...options, onProgress: undefined },
    );
    for (const [position, index] of missing.entries()) vectors[index] = result.vectors[position];
    const refused = missing.filter((index, at) => result.unfit.has(at) && isUnfit(index));
    unfit = new Set(refused);
    failure = moreSevere(failure, result.failure);
  }
  unfit ??= new Set();
  return failure ? { vectors, unfit, failure } : { vectors, unfit };
}

/** Returns the failure of an embedder rather than of a text, then the one with the longer wait. */
function moreSevere(
  first: MemoryError | undefined,
  second: MemoryError | undefined,
): MemoryError | undefined {
  if (!first || !second) return first ?? second;
  if (isOfText(first) !== isOfText(second)) return isOfText(first) ? second : first;
  return retryAfterMs(second) > retryAfterMs(first) ? second : first;
}

function isOfText({ cause }: MemoryError): boolean {
  return MemoryError.is(cause, "invalid-input");
}

/** Returns the most texts that an embedder has under way at once. */
export function textsAtOnce(embedder: Embedder): number {
  const { maxBatchSize = DEFAULT_BATCH_SIZE, maxConcurrency = DEFAULT_CONCURRENCY } = embedder;
  return maxBatchSize * maxConcurrency;
}

/** Cuts off batch after batch. Tokens are counted on the way, to not block the event loop. */
export function* batchesOf(
  { count, tokensOf }: CountedTexts,
  { maxSize, maxTokens }: BatchLimits,
): Generator<Batch, undefined> {
  for (let start = 0, end = 0; start < count; start = end) {
    const last = Math.min(start + maxSize, count);
    end = maxTokens === undefined ? last : start + 1;
    for (let sum = end < last ? tokensOf(start) : 0; end < last; end += 1) {
      sum += tokensOf(end);
      if (maxTokens !== undefined && sum > maxTokens) break;
    }
    yield { start, end };
  }
}

type BatchResult = Omit<EmbedTextsResult, "unfit"> & {
  /** Range of positions, without its end, in which the embedder cannot embed a text. */
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
    const at = textIndexOf(cause, count);
    return { vectors, failure, unfitPart: at === undefined ? [0, count] : [at, at + 1] };
  }
}

/** Wraps an error of an embedder, whose own text may hold anything. */
function toFailure({ id }: Embedder, cause: unknown): MemoryError {
  const isUnfit = MemoryError.is(cause, "invalid-input");
  const retryable = !MemoryError.is(cause) || (cause.retryable && !isUnfit);
  const said = EmbedTimeout.is(cause) ? cause.message : "failed";
  const what = isUnfit ? "cannot embed one of the texts" : said;
  return new MemoryError("embedder-failed", `embedder ${id} ${what}`, { cause, retryable });
}

/** A run of texts that go together: from `start` up to, but not with, `end`. */
export interface Batch {
  /** Index of its first text. */
  readonly start: number;
  /** Index behind its last text. */
  readonly end: number;
}

/** Limits of a batch. */
export interface BatchLimits {
  /** Most texts, at least 1. */
  readonly maxSize: number;
  /** Most tokens of all its texts; a longer text comes alone. @defaultValue any number */
  readonly maxTokens?: number | undefined;
}

/** Cuts texts, given by their tokens, into batches of neighbours. @throws `invalid-input` */
export function planBatches(tokens: readonly number[], limits: BatchLimits): readonly Batch[] {
  checkNumber(limits.maxSize, "limits.maxSize", { min: 1, integer: true });
  const list = { count: tokens.length, tokensOf: (index: number) => tokens[index] ?? 0 };
  return [...batchesOf(list, limits)];
}

/** Texts of which the tokens are counted only when somebody wants to know. */
export interface CountedTexts {
  readonly count: number;
  /** Counts the tokens of a text by its index. Not called without a limit of tokens. */
  readonly tokensOf: (index: number) => number;
}
