import { UsageError } from "./usage-error.ts";

/** A whole number that was given. @throws `UsageError` naming the option and what it takes. */
export function integer(
  given: string,
  name: string,
  [least, most]: readonly [least: number, most: number],
): number {
  const value = given.trim() === "" ? Number.NaN : Number(given);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, got ${given}`);
}
