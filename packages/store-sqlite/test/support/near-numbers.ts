/** sqlite-vec compares in single precision, the reference store in double precision. */
const TOLERANCE = 1e-6;

/** For `expect.addEqualityTesters`: numbers that are nearly the same count as equal. */
export function nearNumbers(a: unknown, b: unknown): boolean | undefined {
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  return Math.abs(a - b) <= TOLERANCE || Object.is(a, b);
}
