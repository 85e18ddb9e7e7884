import { MemoryError } from "./memory-error.js";

/** Levels of causes that are looked at. */
const MAX_DEPTH = 5;
/** The longest wait that is respected, one day. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * Returns the milliseconds for which a failure asks to be left alone, from its details or those of
 * its causes; 0 if it asks for none.
 */
export function retryAfterMs(failure: unknown): number {
  let current = failure;
  try {
    for (let depth = 0; depth < MAX_DEPTH && current instanceof Error; depth += 1) {
      if (MemoryError.is(current, "embedder-failed")) {
        const after: unknown = current.details?.retryAfterMs;
        if (typeof after === "number" && after >= 0) return Math.min(after, MAX_RETRY_AFTER_MS);
      }
      current = current.cause;
    }
  } catch {
    // Errors of embedders are anything; one that cannot be read asks for nothing.
  }
  return 0;
}

/**
 * Returns the index of the text that an embedder cannot embed, from the details of its
 * `invalid-input`; `undefined` if it names none of `count` texts.
 */
export function textIndexOf(failure: unknown, count: number): number | undefined {
  if (!MemoryError.is(failure, "invalid-input")) return undefined;
  const index: unknown = failure.details?.textIndex;
  if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
  return index >= 0 && index < count ? index : undefined;
}
