/**
 * Milliseconds since 1970 of a `Date`, NaN for an invalid one; `undefined` for anything else, a
 * proxy of a `Date` and what only inherits from it included: their methods throw.
 */
export function timeOf(value: unknown): number | undefined {
  if (!(value instanceof Date)) return undefined;
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return undefined;
  }
}
