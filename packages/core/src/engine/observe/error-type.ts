import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryErrorCode } from "../../errors/memory-error.js";

/**
 * What a call failed with, in a word: the code of a `MemoryError`; `aborted` for whatever its
 * signal gives as the reason; `unknown` for anything else. The options are as the caller gave them,
 * so they may be anything.
 */
export function errorType(
  error: unknown,
  options: unknown,
): MemoryErrorCode | "aborted" | "unknown" {
  if (isReasonOf(error, options)) return "aborted";
  return MemoryError.is(error) ? error.code : "unknown";
}

function isReasonOf(error: unknown, options: unknown): boolean {
  try {
    const { signal } = options as { readonly signal?: unknown };
    return signal instanceof AbortSignal && signal.aborted && error === signal.reason;
  } catch {
    // They are no object, or they refuse to be looked into.
    return false;
  }
}
