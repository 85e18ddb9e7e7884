import { setTimeout } from "node:timers/promises";

import type { Embedder } from "@kioku/core";

/** Options of a test model. */
interface TestModel {
  readonly dimensions: number;
  readonly maxBatchSize: number;
  /** Minimum duration of a call. */
  readonly latencyMs?: number;
}

/**
 * Each word points in a direction that the id decides, so that two models find different
 * neighbours.
 */
function testModel(id: string, { dimensions, maxBatchSize, latencyMs = 0 }: TestModel): Embedder {
  return {
    id,
    maxBatchSize,
    profile: { unrelated: 0.1, related: 0.7 },
    async embed(texts) {
      if (latencyMs > 0) await setTimeout(latencyMs);
      return { vectors: texts.map((text) => toVector(text, id, dimensions)) };
    },
  };
}

/** The model that a store is moved from. */
export function oldModel(): Embedder {
  return testModel("test/old@48", { dimensions: 48, maxBatchSize: 64 });
}

/** The model that a store is moved to. */
export function newModel(maxBatchSize: number, latencyMs?: number): Embedder {
  return testModel("test/new@32", { dimensions: 32, maxBatchSize, latencyMs: latencyMs ?? 0 });
}

function toVector(text: string, seed: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions);
  for (const word of ["", ...text.toLowerCase().split(/[^\p{L}\p{N}]+/u)]) {
    let state = 17;
    for (const character of `${seed} ${word}`) {
      state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) | 0;
    }
    for (const ordinal of vector.keys()) {
      state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + ordinal) | 0;
      vector[ordinal] = (vector[ordinal] ?? 0) + state / 2 ** 31;
    }
  }
  return vector;
}
