import type { CallOptions, Embedder, MemoryError, SkillLog } from "@kioku/core";
import { embedTexts } from "@kioku/core/toolkit";

import { embedInGroups, nothingAnswered } from "./embed-in-groups.js";
import { packVectors, unpackVectors } from "./packed-vectors.js";
import type { VectorWidth } from "./vector-width.js";

/** What embeds. */
export interface TextEmbedder {
  readonly embedder: Embedder;
  readonly width: VectorWidth;
  readonly log: SkillLog;
}

/** Vectors of examples, as far as they could be made. */
export interface ExampleVectors {
  /** One per text, in order; `undefined` where it could not be made now, or can never be. */
  readonly vectors: readonly (Float32Array | undefined)[];
  /** Indexes of the texts that could not be embedded now. */
  readonly failed: ReadonlySet<number>;
  /** Why not; present if any failed. */
  readonly failure: MemoryError | undefined;
}

/**
 * Vectors of examples, as they will be once they were kept: rounded, so that the first start of a
 * runtime and the next give the same scores. Where one text makes a whole batch fail, the batch is
 * halved until that text stands alone.
 * @throws `embedder-failed` if the vectors have another width than before, or the signal's reason.
 */
export async function exampleVectors(
  texts: readonly string[],
  { embedder, width, log, signal }: TextEmbedder & CallOptions,
): Promise<ExampleVectors> {
  const { vectors, unfit, failed, failure } = await embedInGroups(embedder, texts, { signal });
  width.require(vectors);
  if (unfit.size > 0) log.warn("examples of skills that the embedder cannot embed", unfit.size);
  return { vectors: vectors.map((vector) => vector && rounded(vector)), failed, failure };
}

/**
 * The vectors of a text that somebody said and of its parts.
 * @throws `embedder-failed`, also if they have another width than before, or the signal's reason.
 */
export async function saidVectors(
  texts: readonly string[],
  { embedder, width, signal }: Pick<TextEmbedder, "embedder" | "width"> & CallOptions,
): Promise<readonly Float32Array[]> {
  const { vectors, failure } = await embedTexts(embedder, texts, { purpose: "query", signal });
  const whole = vectors.flatMap((vector) => (vector ? [vector.values] : []));
  if (whole.length < texts.length) throw failure ?? nothingAnswered(embedder);
  width.require(whole);
  return whole;
}

function rounded(vector: Float32Array): Float32Array | undefined {
  return unpackVectors(packVectors([vector]), 1)?.[0];
}
