import type { Schedule } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

/**
 * Waits, unless the signal is aborted; then the timer is called off and it rejects with the
 * signal's reason.
 */
export async function wait(
  schedule: Schedule,
  delayMs: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const cancel = schedule(() => resolve(undefined), delayMs);
  try {
    await unlessAborted(promise, signal);
  } finally {
    cancel();
  }
}
