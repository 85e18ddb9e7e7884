import { MemoryError } from "@kioku/core";

import { CommandError } from "./command-error.js";

const MAX_ATTEMPTS = 64;

/**
 * Reads and then writes; repeats both if somebody else wrote in between. An error of `prepare` ends
 * it.
 * @throws `conflict`, retryable, after 64 attempts.
 */
export async function retryOnConflict<T>(
  given: string,
  prepare: () => Promise<() => Promise<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const write = await prepare();
    try {
      return await write();
    } catch (error) {
      if (!isLostRace(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw keepsChanging(given, error);
    }
  }
}

/** Returns true for the error of a record that was changed or deleted in between. */
export function isLostRace(error: unknown): boolean {
  return MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found");
}

/** Returns the error for a path that others changed at each attempt. */
export function keepsChanging(given: string, cause?: unknown): CommandError {
  const words = `Others keep changing ${given}. Nothing was done: try again.`;
  return new CommandError("conflict", words, { cause, retryable: true });
}
