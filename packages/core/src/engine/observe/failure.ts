import type { FailedWith } from "../../api/events.js";
import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryErrorCode } from "../../errors/memory-error.js";

/** What a call rejects with, and that in a word. */
export interface Failure {
  readonly error: unknown;
  readonly type: FailedWith;
}

/**
 * What a call rejects with: a `MemoryError`, or the reason of its signal. Anything else was thrown
 * by what the memory or the call was given, such as a getter, a callback or a proxy, and becomes
 * the cause of a `MemoryError`; its own text may be a secret and stays there.
 */
export function toFailure(
  thrown: unknown,
  { operation, options }: { readonly operation: string; readonly options?: unknown },
): Failure {
  const type = errorType(thrown, options);
  if (type !== "unknown") return { error: thrown, type };
  const message = `${operation} failed with an error that is none of Kioku's: something it was given threw it; see cause`;
  const error = new MemoryError("invalid-input", message, { cause: thrown });
  return { error, type: error.code };
}

/** Does what a verb does at once, and throws what `toFailure` makes of an error. */
export function atOnce<T>(operation: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw toFailure(thrown, { operation }).error;
  }
}

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
