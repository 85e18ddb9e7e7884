import { isDeepStrictEqual } from "node:util";

/**
 * Returns true if two plain values are the same, but for numbers in `scores` that lie no further
 * apart than the tolerance, and for a `coverage` that one of them leaves out.
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
    const hasCoverage = "coverage" in a && "coverage" in b;
    const namesOf = (value: object): string[] =>
      Object.keys(value).filter((name) => hasCoverage || name !== "coverage");
    const names = namesOf(a);
    if (names.length !== namesOf(b).length) return false;
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
