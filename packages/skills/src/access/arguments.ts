import type { EraseOptions, ForgetOptions, RememberInput } from "@kioku/core";

import { copyOf, listOf } from "./copy-of.js";
import type { GuardedCall } from "./guard.js";

/**
 * Whether it is asked to compare what is remembered with what is there, which tells whether
 * something like it is.
 */
export function asksAlike(input: unknown): boolean {
  if (typeof input !== "object" || input === null || !("dedupe" in input)) return false;
  return input.dedupe !== undefined && input.dedupe !== "off";
}

/**
 * What a skill that may not read remembers: it is written whatever is there, unless the skill asks
 * to compare, since a `duplicate` would tell it that somebody has said the same.
 */
export function blindInput(given: string | RememberInput): string | RememberInput {
  const input = typeof given === "string" ? { content: given } : copyOf(given);
  if (typeof input !== "object" || input === null || input.dedupe !== undefined) return input;
  return { ...input, dedupe: "off" };
}

/** The same for a list. */
export function blindInputs(
  given: readonly (string | RememberInput)[],
): readonly (string | RememberInput)[] {
  const inputs = listOf(given);
  // What is no list is refused by `rememberAll` itself.
  if (!Array.isArray(inputs)) return inputs;
  return (inputs as readonly (string | RememberInput)[]).map((one) => blindInput(one));
}

/** What is asked of each scope, and whether of those below, too. */
export function reachOf<Q extends string | { readonly reach?: unknown }>(
  query: Q,
): { readonly asked: Q; readonly below: boolean } {
  const asked = copyOf(query);
  if (typeof asked !== "object" || asked?.reach !== "below") return { asked, below: false };
  return { asked: { ...asked, reach: "here" }, below: true };
}

/** A call that removes something. */
export function removal<O extends ForgetOptions | EraseOptions>(
  verb: "forget" | "erase",
  given: O,
): GuardedCall<O> & { readonly below: boolean } {
  const options = copyOf(given);
  const asks = options?.dryRun === true;
  const below = options?.reach === "below";
  return { verb, options, below, tells: asks, writes: asks ? 0 : 1 };
}
