import { MemoryError } from "@kioku/core";

import { ToolMistake } from "./tool-mistake.js";

/** How often something is looked at anew when somebody else wrote it in between. */
const MAX_ATTEMPTS = 64;

/**
 * Looks, writes what follows from that, and does both again if somebody else wrote in between. What
 * `look` throws is about what it saw, and ends it.
 * @throws `conflict`, retryable, if somebody else writes in between again and again.
 */
export async function untilWritten<T>(
  given: string,
  look: () => Promise<() => Promise<T>>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const write = await look();
    try {
      return await write();
    } catch (error) {
      if (!isLostRace(error)) throw error;
      if (attempt === MAX_ATTEMPTS) throw keepsChanging(given, error);
    }
  }
}

/** Whether a record is no longer as it was when it was looked at, or no longer there. */
export function isLostRace(error: unknown): boolean {
  return MemoryError.is(error, "conflict") || MemoryError.is(error, "not-found");
}

/** What is said where others are faster each time. */
export function keepsChanging(given: string, cause?: unknown): ToolMistake {
  const words = `Others keep changing ${given}. Nothing was done: try again.`;
  return new ToolMistake("conflict", words, { cause, retryable: true });
}
