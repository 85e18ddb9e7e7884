/**
 * The cosine of two vectors of length 1, added up in double precision; rounding does not lead
 * beyond 1. Four sums, because one would make every addition wait for the one before.
 */
export function cosine(a: Float32Array, b: Float32Array): number {
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  const whole = a.length - (a.length % 4);
  for (let index = 0; index < whole; index += 4) {
    first += (a[index] ?? 0) * (b[index] ?? 0);
    second += (a[index + 1] ?? 0) * (b[index + 1] ?? 0);
    third += (a[index + 2] ?? 0) * (b[index + 2] ?? 0);
    fourth += (a[index + 3] ?? 0) * (b[index + 3] ?? 0);
  }
  for (let index = whole; index < a.length; index += 1) first += (a[index] ?? 0) * (b[index] ?? 0);
  return Math.min(Math.max(first + second + (third + fourth), -1), 1);
}
