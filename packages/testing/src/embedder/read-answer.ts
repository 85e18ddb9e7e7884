import assert from "node:assert/strict";

import type { Embedder } from "@kioku/core";
import { MemoryError } from "@kioku/core";
import { valuesInOrder } from "@kioku/core/toolkit";
import type { EmbedResult } from "@kioku/core/toolkit";

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
