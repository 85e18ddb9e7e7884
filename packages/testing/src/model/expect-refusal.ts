import assert from "node:assert/strict";

import { MemoryError } from "@kioku/core";

/** Expected content of an error. */
export interface ExpectedRefusal {
  /** Call or argument that was refused, for messages. */
  readonly what: string;
  /** Name that must be in the message, such as `texts[1]`. */
  readonly names?: string;
  /** Texts that must not be in the message. */
  readonly hides?: readonly string[];
}

/** Fails unless this is `invalid-input` that names the item and quotes no text. */
export function expectRefusal(
  error: unknown,
  { what, names, hides = [] }: ExpectedRefusal,
): asserts error is MemoryError {
  // A case that failed inside of the call says why itself.
  if (error instanceof assert.AssertionError) throw error;
  assert.ok(
    MemoryError.is(error, "invalid-input"),
    `${what} should be answered or refused with invalid-input, but the call rejected with ${describeError(error)}`,
  );
  for (const text of hides) {
    assert.ok(!error.message.includes(text), `the error for ${what} quotes a text`);
  }
  assert.ok(!error.retryable, `the error for ${what} says that the same call may succeed later`);
  if (names === undefined) return;
  assert.ok(
    error.message.includes(names),
    `the error for ${what} should name ${names}, but says: ${error.message}`,
  );
}

/** An error in a few words. */
export function describeError(error: unknown): string {
  return MemoryError.is(error) ? `${error.code}: ${error.message}` : String(error);
}

/** Returns the reason of a rejection; fails if there is none. */
export async function rejectionOf(call: Promise<unknown>, what: string): Promise<unknown> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "fulfilled") assert.fail(`${what} should reject, but it resolved`);
  if (outcome.reason instanceof assert.AssertionError) throw outcome.reason;
  return outcome.reason;
}
