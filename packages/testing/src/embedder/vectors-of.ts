import assert from "node:assert/strict";

import { MemoryError, type Embedder } from "@kioku/core";
import {
  DEFAULT_BATCH_SIZE,
  estimateTokens,
  planBatches,
  valuesInOrder,
} from "@kioku/core/toolkit";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

/**
 * 1 minus the cosine of two vectors: 0 for the same direction; `NaN` for vectors of different
 * widths.
 */
export function distanceOf(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return Number.NaN;
  let product = 0;
  let squaresOfA = 0;
  let squaresOfB = 0;
  for (let index = 0; index < a.length; index += 1) {
    const one = a[index] ?? 0;
    const other = b[index] ?? 0;
    product += one * other;
    squaresOfA += one * one;
    squaresOfB += other * other;
  }
  return 1 - product / Math.sqrt(squaresOfA * squaresOfB);
}

/** Returns true if two vectors are the same within a tolerance; 0 demands the same bits. */
export function areSame(a: Float32Array, b: Float32Array, tolerance: number): boolean {
  if (tolerance > 0) return distanceOf(a, b) <= tolerance;
  return a.length === b.length && a.every((value, index) => Object.is(value, b[index]));
}

/** Fails unless each vector is the same as the one expected in its place. */
export function expectSame(
  actual: readonly Float32Array[],
  expected: readonly Float32Array[],
  { tolerance, what }: { readonly tolerance: number; readonly what: string },
): void {
  assert.equal(actual.length, expected.length, `${what}: ${actual.length} vectors`);
  for (const [index, vector] of actual.entries()) {
    const other = expected[index] ?? new Float32Array();
    assert.ok(
      areSame(vector, other, tolerance),
      `${what}: vector ${index} is not the one expected: 1 - cosine is ${distanceOf(vector, other)}, allowed is ${tolerance}`,
    );
  }
}

/**
 * The vectors of an answer as they are, in the order of the texts. Fails unless the answer is one
 * that core takes.
 */
export function readAnswer(
  embedder: Embedder,
  answer: EmbedResult,
  count: number,
): readonly Float32Array[] {
  const list: unknown = (answer as Partial<EmbedResult> | undefined)?.vectors;
  assert.ok(Array.isArray(list), "embed should answer a list `vectors`");
  const given = valuesInOrder(embedder, answer, count);
  assert.ok(!MemoryError.is(given), String(given));
  const { tokens } = answer;
  if (tokens !== undefined) {
    assert.ok(
      Number.isFinite(tokens) && tokens >= 0,
      `\`tokens\` should be a count, not ${tokens}`,
    );
  }
  const vectors = given.map((vector, index) => readVector(vector, index));
  expectOneWidth(vectors, embedder.dimensions);
  return vectors;
}

function readVector(vector: unknown, index: number): Float32Array {
  assert.ok(vector instanceof Float32Array, `the vector of text ${index} is no Float32Array`);
  const wrong = vector.findIndex((value) => !Number.isFinite(value));
  assert.ok(wrong === -1, `the vector of text ${index} has ${vector[wrong]} at ${wrong}`);
  const isZero = vector.every((value) => value === 0);
  assert.ok(!isZero, `the vector of text ${index} is all zero, or empty`);
  return vector;
}

/** Fails unless all vectors have this width, or the width of the first one. */
export function expectOneWidth(vectors: readonly Float32Array[], stated?: number): void {
  const width = stated ?? vectors[0]?.length;
  const wrong = vectors.findIndex((vector) => vector.length !== width);
  assert.ok(
    wrong === -1,
    `the vector of text ${wrong} has ${vectors[wrong]?.length} numbers, expected ${width}`,
  );
}

/** Returns how many texts one call may take. */
export function batchSizeOf({ maxBatchSize = DEFAULT_BATCH_SIZE }: Embedder): number {
  return maxBatchSize;
}

/**
 * The vectors of texts as they are, in order, in batches no longer than the embedder says. Fails
 * unless all is as the contract says.
 */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  options?: EmbedOptions,
): Promise<readonly Float32Array[]> {
  const tokens = texts.map((text) => estimateTokens(text));
  const limits = { maxSize: batchSizeOf(embedder), maxTokens: embedder.maxBatchTokens };
  const vectors: Float32Array[] = [];
  for (const { start, end } of planBatches(tokens, limits)) {
    const answer = await embedder.embed(texts.slice(start, end), options);
    vectors.push(...readAnswer(embedder, answer, end - start));
  }
  expectOneWidth(vectors, embedder.dimensions);
  return vectors;
}

/** The vector of one text, embedded alone. */
export async function vectorOf(
  embedder: Embedder,
  text: string,
  options?: EmbedOptions,
): Promise<Float32Array> {
  const [vector] = readAnswer(embedder, await embedder.embed([text], options), 1);
  return vector ?? new Float32Array();
}
