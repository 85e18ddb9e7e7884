import { MemoryError } from "./memory-error.js";

const MAX_DEPTH = 5;
const MAX_RETRY_AFTER_MS = 86_400_000;

/** Returns the milliseconds that a failure or its cause asks to wait; 0 if none. */
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
    // Errors of embedders may throw when they are read.
  }
  return 0;
}

/** Returns the index, below `count`, of the text that an `invalid-input` names. */
export function textIndexOf(failure: unknown, count: number): number | undefined {
  if (!MemoryError.is(failure, "invalid-input")) return undefined;
  const index: unknown = failure.details?.textIndex;
  if (typeof index !== "number" || !Number.isInteger(index)) return undefined;
  return index >= 0 && index < count ? index : undefined;
}
