import { createHash } from "node:crypto";

import type { Embedder } from "@kioku/core";

/** Embeds one text. */
export async function embedOne(embedder: Embedder, text: string): Promise<Float32Array> {
  const { vectors } = await embedder.embed([text]);
  const [vector] = vectors;
  if (vector === undefined) throw new Error("no vector");
  return vector;
}

/** The dot product; of unit vectors also the cosine. */
export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? Number.NaN), 0);
}

/** The first 16 hex digits of SHA-256 over the little-endian float32 bytes. */
export function digest(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * 4));
  return createHash("sha256").update(bytes).digest("hex").slice(0, 16);
}
