import type { Embedder } from "@kioku/core";
import type { EmbedOptions, EmbedResult } from "@kioku/core/toolkit";

import type { ModelDefect } from "../support/broken-model.js";

/** One thing that an embedder does wrong. */
export type EmbedderDefect = ModelDefect<Embedder>;

/** An embedder with another `embed`. */
export function withEmbed(
  good: Embedder,
  embed: (texts: readonly string[], options?: EmbedOptions) => Promise<EmbedResult>,
): Embedder {
  return { ...good, embed };
}

/** Source of vectors. */
export interface Asked {
  readonly texts: readonly string[];
  readonly purpose: EmbedOptions["purpose"];
}

/** Replaces the vectors of every answer. What is made of them need not be a vector. */
export function mapVectors(
  good: Embedder,
  map: (vectors: readonly Float32Array[], asked: Asked) => readonly unknown[],
): Embedder {
  return withEmbed(good, async (texts, options) => {
    const { vectors } = await good.embed(texts, options);
    const mapped = map(vectors, { texts: [...texts], purpose: options?.purpose });
    return { vectors: mapped as readonly Float32Array[] };
  });
}

/** Replaces each vector of every answer. */
export function mapEach(
  good: Embedder,
  map: (vector: Float32Array, text: string, purpose: EmbedOptions["purpose"]) => unknown,
): Embedder {
  return mapVectors(good, (vectors, { texts, purpose }) =>
    vectors.map((vector, index) => map(vector, texts[index] ?? "", purpose)),
  );
}

/** The vector turned a little: by how much of it moves to the next place. */
export function turned(vector: Float32Array, share: number): Float32Array {
  const moved = vector.map(
    (value, index) => value + share * (vector[(index + 1) % vector.length] ?? 0),
  );
  const length = Math.hypot(...moved);
  return moved.map((value) => value / length);
}
