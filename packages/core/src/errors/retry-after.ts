/** A cause of a cause of a cause, and so on, is looked at so far. */
const MAX_DEPTH = 5;
/** A server that asks for more is asked again all the same. */
const MAX_RETRY_AFTER_MS = 86_400_000;

/**
 * How long a failure asks to be left alone, in milliseconds: `retryAfterMs` of the error or of what
 * caused it, as embedders set it when a server answers 429. 0 if it does not say.
 */
export function retryAfterMs(failure: unknown): number {
  let current = failure;
  try {
    for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
      if (typeof current !== "object" || current === null) return 0;
      const { retryAfterMs: after, cause } = current as {
        readonly retryAfterMs?: unknown;
        readonly cause?: unknown;
      };
      if (typeof after === "number" && after >= 0) return Math.min(after, MAX_RETRY_AFTER_MS);
      current = cause;
    }
  } catch {
    // Errors of embedders are anything; one that cannot be read says nothing.
  }
  return 0;
}
