import { MemoryError } from "@kioku/core";

import type { Failure } from "./failure.js";

/**
 * The error for a failed request, `embedder-failed`; retryable if the failure may pass. It has no
 * cause: what servers and `fetch` say may repeat a key or a text. `retryAfterMs` is on it if the
 * server asked for a wait.
 */
export function toError(
  failure: Failure,
  of: { readonly shown: string; readonly tries: number },
): MemoryError {
  const { kind, what, advice, retryAfterMs } = failure;
  const tried = of.tries > 1 ? ` (${of.tries} requests failed)` : "";
  const error = new MemoryError(
    "embedder-failed",
    `openaiEmbedder: ${of.shown} ${what}${tried}; ${advice}`,
    { retryable: kind === "transient" },
  );
  return retryAfterMs === undefined ? error : Object.assign(error, { retryAfterMs });
}
