import type { Random } from "./random.js";

/** A vector of length 1 in a random direction. */
export function randomUnit(random: Random, dimensions: number): Float32Array {
  const values = Array.from({ length: dimensions }, () => random.next() * 2 - 1);
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}
