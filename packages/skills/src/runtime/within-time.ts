import { MemoryError } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

import type { RuntimeSettings } from "./resolve-runtime-options.js";
import type { Work } from "./work.js";

/** How long something may take that is asked of somebody. */
export interface AskLimits extends Pick<RuntimeSettings, "timeoutMs" | "schedule"> {
  /** The error when the time is over. @defaultValue `embedder-failed` */
  readonly late?: (message: string) => MemoryError;
}

/**
 * What is asked of an embedder or of a skill's author, within the time that a call of a skill may
 * take.
 * @throws the error of the limits when the time is over; the reason of what it is a part of.
 */
export async function withinTime<T>(
  above: Work,
  { timeoutMs, schedule, late = embedderLate }: AskLimits,
  ask: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const work = above.begin();
  const cancel = schedule(() => work.abort(late(`within ${timeoutMs} ms`)), timeoutMs);
  try {
    return await unlessAborted(ask(work.signal), work.signal);
  } finally {
    cancel();
    work.end();
  }
}

function embedderLate(time: string): MemoryError {
  return new MemoryError("embedder-failed", `the embedder did not answer ${time}`, {
    retryable: true,
  });
}
