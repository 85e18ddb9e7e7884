import type { Schedule } from "@kioku/core";

import { linkedController } from "./linked-controller.js";

/** What a task has to end within. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly schedule: Schedule;
}

/** The reason of the task's signal when its time is over. */
export const TIMED_OUT: Error = new Error("timed out");

/**
 * Runs a task with a signal that is aborted when the other one is, or with `TIMED_OUT` when the
 * time is over. Leaves neither timer nor listener.
 */
export async function withinTime<T>(
  task: (signal: AbortSignal) => Promise<T>,
  { signal, timeoutMs, schedule }: TimeLimit,
): Promise<T> {
  signal.throwIfAborted();
  const { controller, unlink } = linkedController([signal]);
  let cancel: (() => void) | undefined;
  try {
    cancel = schedule(() => controller.abort(TIMED_OUT), timeoutMs);
    return await task(controller.signal);
  } finally {
    cancel?.();
    unlink();
  }
}
