import { checkNumber } from "../internal/check/check.js";

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
  const batches: Batch[] = [];
  const list = { count: tokens.length, tokensOf: (index: number) => tokens[index] ?? 0 };
  for (let start = 0; start < list.count;) {
    const batch = nextBatch(list, start, limits);
    batches.push(batch);
    start = batch.end;
  }
  return batches;
}

/** Texts of which the tokens are counted only when somebody wants to know. */
export interface CountedTexts {
  readonly count: number;
  /** Counts the tokens of a text by its index. Not called without a limit of tokens. */
  readonly tokensOf: (index: number) => number;
}

/** The batch that begins at `start`, which is a text. Counts no further than the text behind it. */
export function nextBatch(
  { count, tokensOf }: CountedTexts,
  start: number,
  { maxSize, maxTokens }: BatchLimits,
): Batch {
  const last = Math.min(start + maxSize, count);
  if (maxTokens === undefined) return { start, end: last };
  let sum = tokensOf(start);
  let end = start + 1;
  while (end < last) {
    sum += tokensOf(end);
    if (sum > maxTokens) break;
    end += 1;
  }
  return { start, end };
}
