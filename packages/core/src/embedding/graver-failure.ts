import { retryAfterMs } from "../errors/error-details.js";
import { MemoryError } from "../errors/memory-error.js";

/**
 * Which of two failures of `embedTexts` says more of when to try again: one of an embedder rather
 * than of a text, and then the one that asks for the longer wait.
 */
export function graverFailure(
  first: MemoryError | undefined,
  second: MemoryError | undefined,
): MemoryError | undefined {
  if (!first || !second) return first ?? second;
  if (isOfText(first) !== isOfText(second)) return isOfText(first) ? second : first;
  return retryAfterMs(second) > retryAfterMs(first) ? second : first;
}

function isOfText({ cause }: MemoryError): boolean {
  return MemoryError.is(cause, "invalid-input");
}
