import { isDeepStrictEqual } from "node:util";

/** Whether two plain values are the same but for numbers that lie no further apart than `tolerance`. */
export function nearlyEqual(a: unknown, b: unknown, tolerance: number): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return Math.abs(a - b) <= tolerance || Object.is(a, b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, index) => nearlyEqual(one, b[index], tolerance));
  }
  if (isPlain(a) && isPlain(b)) {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    return names.every(
      (name) => Object.hasOwn(b, name) && nearlyEqual(a[name], b[name], tolerance),
    );
  }
  return isDeepStrictEqual(a, b);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
