import type { Schedule } from "@kioku/core";
import { unlessAborted } from "@kioku/core/toolkit";

/**
 * Makes a controller that is aborted with the first of the signals, until `unlink`.
 * `AbortSignal.any` costs ten times as much and leaves garbage at signals that live long.
 */
export function linkedController(signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  readonly unlink: () => void;
} {
  const controller = new AbortController();
  const removers = signals.map((signal) => {
    const onAbort = (): void => controller.abort(signal?.reason);
    if (signal?.aborted) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
    return (): void => signal?.removeEventListener("abort", onAbort);
  });
  return { controller, unlink: () => removers.forEach((remove) => remove()) };
}

/** The reason of a task's signal when its time is over. */
export const TIMED_OUT: Error = new Error("timed out");

/**
 * Runs a task with a signal that is aborted with the given one, or with `TIMED_OUT` after the
 * time. Leaves neither timer nor listener.
 */
export async function withinTime<T>(
  task: (signal: AbortSignal) => Promise<T>,
  limits: { readonly signal: AbortSignal; readonly timeoutMs: number; readonly schedule: Schedule },
): Promise<T> {
  const { signal, timeoutMs, schedule } = limits;
  signal.throwIfAborted();
  const { controller, unlink } = linkedController([signal]);
  try {
    const cancel = schedule(() => controller.abort(TIMED_OUT), timeoutMs);
    return await task(controller.signal).finally(cancel);
  } finally {
    unlink();
  }
}

/** Waits. An abort cancels the timer and rejects with the signal's reason. */
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
