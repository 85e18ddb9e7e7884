import type { EraseOptions, ForgetOptions, RememberInput } from "@kioku/core";

import type { GuardedCall } from "./guard.js";

export function asksAlike(input: unknown): boolean {
  if (typeof input !== "object" || input === null || !("dedupe" in input)) return false;
  return input.dedupe !== undefined && input.dedupe !== "off";
}

/** Turns off the comparison with what is there, since a `duplicate` tells what others have said. */
export function blindInput(given: string | RememberInput): string | RememberInput {
  const input = typeof given === "string" ? { content: given } : copyOf(given);
  if (typeof input !== "object" || input === null || input.dedupe !== undefined) return input;
  return { ...input, dedupe: "off" };
}

export function blindInputs(
  given: readonly (string | RememberInput)[],
): readonly (string | RememberInput)[] {
  // `rememberAll` refuses anything but a list.
  if (!Array.isArray(given)) return given;
  return Array.from(given as readonly (string | RememberInput)[], (one) => blindInput(one));
}

/** Returns the query for each scope, and whether scopes below take part. */
export function reachOf<Q extends string | { readonly reach?: unknown }>(
  query: Q,
): { readonly own: Q; readonly below: boolean } {
  const own = copyOf(query);
  if (typeof own !== "object" || own?.reach !== "below") return { own, below: false };
  return { own: { ...own, reach: "here" }, below: true };
}

export function removal<O extends ForgetOptions | EraseOptions>(
  verb: "forget" | "erase",
  given: O,
): GuardedCall<O> & { readonly below: boolean } {
  const options = copyOf(given);
  const asks = options?.dryRun === true;
  const below = options?.reach === "below";
  return { verb, options, below, tells: asks, writes: asks ? 0 : 1 };
}

/** Copies an object, so that getters and proxies cannot change it after the check. */
export function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return { ...value };
}

export function listOf<T>(list: readonly T[]): readonly T[] {
  // `map` would skip holes.
  return Array.isArray(list) ? Array.from(list as readonly T[], (item) => copyOf(item)) : list;
}
