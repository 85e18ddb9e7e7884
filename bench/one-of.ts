import { UsageError } from "./usage-error.ts";

/** The one of these that was given. @throws `UsageError` naming the option and what it takes. */
export function oneOf<T extends string>(given: string, name: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw new UsageError(`${name} must be one of ${allowed.join(", ")}, got ${given}`);
}
