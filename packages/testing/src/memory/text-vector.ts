import { toUnitVector } from "@kioku/core/toolkit";

import { seededRandom } from "../store/random.js";

/** Width of the vectors of `textVector`. */
export const TEXT_VECTOR_WIDTH = 16;

/**
 * The vector of a text: as good as random, so that two texts never have the same, and the same at
 * every call.
 */
export function textVector(space: string, text: string): Float32Array {
  let hash = 0x811c9dc5;
  for (const unit of `${space}\0${text}`) {
    // FNV-1a.
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  const random = seededRandom(hash);
  return Float32Array.from({ length: TEXT_VECTOR_WIDTH }, () => random() - 0.5);
}

/** Returns true if a stored vector is that of this text. */
export function isVectorOf(stored: Float32Array, space: string, text: string): boolean {
  const expected = toUnitVector(textVector(space, text));
  if (!expected || expected.length !== stored.length) return false;
  return expected.every((value, index) => Math.abs(value - (stored[index] ?? 2)) < 1e-5);
}
