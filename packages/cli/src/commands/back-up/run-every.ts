import type { Schedule } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

/** First wait after a failure; doubled with each that follows. */
const FIRST_RETRY_MS = 60_000;

/** Work that is done again and again. */
export interface Repetition {
  /** From the start of one run to the start of the next. */
  readonly intervalMs: number;
  readonly clock: () => Date;
  readonly schedule: Schedule;
  /** Ends it. */
  readonly signal: AbortSignal;
  /** One run. */
  readonly run: () => Promise<void>;
  /** Hears of a failure and of the wait before the next attempt; what it throws ends all. */
  readonly onFailure: (error: unknown, waitMs: number) => Promise<void>;
}

/** Runs work at an interval until the signal aborts, and sooner after failures. */
export async function runEvery(repetition: Repetition): Promise<void> {
  const { intervalMs, clock, schedule, signal, run, onFailure } = repetition;
  let failures = 0;
  while (!signal.aborted) {
    const startedAt = clock().getTime();
    let waitMs: number;
    try {
      await run();
      failures = 0;
      // A clock that was set back must not stop it for long.
      waitMs = Math.min(intervalMs, Math.max(0, startedAt + intervalMs - clock().getTime()));
    } catch (error) {
      if (signal.aborted) return;
      waitMs = Math.min(intervalMs, FIRST_RETRY_MS * 2 ** failures);
      failures += 1;
      await onFailure(error, waitMs);
    }
    await waitFor(schedule, waitMs, signal);
  }
}

async function waitFor(schedule: Schedule, ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = schedule(resolve, ms);
  await unlessAborted(promise, signal)
    .catch(() => undefined)
    .finally(cancel);
}
