import type { FailedWith } from "../../api/events.js";
import { MemoryError, type MemoryErrorCode } from "../../errors/memory-error.js";

/** Returns the code of a `MemoryError`, `aborted` for the signal's reason, else `unknown`. */
export function errorType(error: unknown, call: unknown): MemoryErrorCode | "aborted" | "unknown" {
  if (isReasonOf(error, call)) return "aborted";
  return MemoryError.is(error) ? error.code : "unknown";
}

function isReasonOf(error: unknown, options: unknown): boolean {
  try {
    const { signal } = options as { readonly signal?: unknown };
    return signal instanceof AbortSignal && signal.aborted && error === signal.reason;
  } catch {
    // No object, or one that throws when it is read.
    return false;
  }
}

/**
 * Returns the error that a call rejects with, and its type. Anything but a `MemoryError` or an
 * abort comes from the caller and becomes the cause only, since its text may be a secret.
 */
export function normalizeError(
  thrown: unknown,
  { operation, options }: { readonly operation: string; readonly options?: unknown },
): { readonly error: unknown; readonly type: FailedWith } {
  const type = errorType(thrown, options);
  if (type !== "unknown") return { error: thrown, type };
  const message = `${operation}: a callback in the arguments threw (see cause)`;
  const error = new MemoryError("invalid-input", message, { cause: thrown });
  return { error, type: error.code };
}

/** Runs the synchronous part of a verb and normalizes the error that it throws. */
export function runSync<T>(operation: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw normalizeError(thrown, { operation }).error;
  }
}
