/** The cosine of two vectors of length 1, added up in double precision; rounding does not lead beyond 1. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(Math.max(sum, -1), 1);
}
