import type { FailedWith } from "../../api/events.js";
import { MemoryError } from "../../errors/memory-error.js";
import { errorType } from "./error-type.js";

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
