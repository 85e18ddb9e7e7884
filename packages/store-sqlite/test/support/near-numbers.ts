import { isDeepStrictEqual } from "node:util";

/** sqlite-vec compares in single precision, the reference store in double precision. */
const TOLERANCE = 1e-6;

/** For `expect.addEqualityTesters`: numbers that are nearly the same count as equal. */
export function nearNumbers(a: unknown, b: unknown): boolean | undefined {
  if (typeof a !== "number" || typeof b !== "number") return undefined;
  return Math.abs(a - b) <= TOLERANCE || Object.is(a, b);
}

/** Whether two plain values are the same but for the last digits of numbers. */
export function nearlyEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, index) => nearlyEqual(one, b[index]));
  }
  if (isPlain(a) && isPlain(b)) {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    return names.every((name) => Object.hasOwn(b, name) && nearlyEqual(a[name], b[name]));
  }
  return nearNumbers(a, b) ?? isDeepStrictEqual(a, b);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
