import { isDeepStrictEqual } from "node:util";

/**
 * Returns true if two plain values are the same, but for numbers in `scores` that lie no further
 * apart than the tolerance.
 */
export function nearlyEqual(a: unknown, b: unknown, tolerance: number): boolean {
  return areNear(a, b, { tolerance, isScore: false });
}

interface Nearness {
  readonly tolerance: number;
  /** True if the values are in `scores`. */
  readonly isScore: boolean;
}

function areNear(a: unknown, b: unknown, nearness: Nearness): boolean {
  if (typeof a === "number" && typeof b === "number") {
    return Object.is(a, b) || (nearness.isScore && Math.abs(a - b) <= nearness.tolerance);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((one, index) => areNear(one, b[index], nearness));
  }
  if (isPlain(a) && isPlain(b)) {
    const names = Object.keys(a);
    if (names.length !== Object.keys(b).length) return false;
    return names.every((name) => {
      const isScore = nearness.isScore || name === "scores";
      return Object.hasOwn(b, name) && areNear(a[name], b[name], { ...nearness, isScore });
    });
  }
  return isDeepStrictEqual(a, b);
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
