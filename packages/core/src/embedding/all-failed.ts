import { retryAfterMs, textIndexOf } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";

/**
 * What several embedders failed with, as one error: that of the first, retryable if any of them is.
 * It asks for a wait if all do that may be tried again, and for the shortest one. That a text
 * cannot be embedded counts only if all of them say so, and which one only if they agree.
 * @param errors - One per embedder, at least one.
 */
export function allFailed(id: string, errors: readonly unknown[]): MemoryError {
  const first = errors.find((error) => !isUnfit(error)) ?? errors[0];
  const known = MemoryError.is(first) ? first : undefined;
  const message = known?.message ?? `embedder ${id} failed`;
  const passing = errors.filter(mayPass);
  return new MemoryError(known?.code ?? "embedder-failed", message, {
    cause: new AggregateError(errors, `all ${errors.length} embedders failed`),
    retryable: passing.length > 0,
    details: detailsOf(errors, passing),
  });
}

function detailsOf(
  errors: readonly unknown[],
  passing: readonly unknown[],
): MemoryError["details"] {
  const waits = passing.map((error) => retryAfterMs(error));
  if (waits.length > 0 && !waits.includes(0)) return { retryAfterMs: Math.min(...waits) };
  const [textIndex, ...others] = new Set(errors.map((error) => textIndexOf(error, Infinity)));
  return textIndex !== undefined && others.length === 0 ? { textIndex } : {};
}

function mayPass(error: unknown): boolean {
  return !isUnfit(error) && (!MemoryError.is(error) || error.retryable);
}

function isUnfit(error: unknown): boolean {
  return MemoryError.is(error, "invalid-input");
}
