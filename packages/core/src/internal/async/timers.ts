import type { Schedule } from "../../model/call-options.js";
import { unlessAborted } from "./notify.js";

/** Longest delay of `setTimeout`, in milliseconds. */
export const MAX_DELAY_MS: number = 2 ** 31 - 1;

/** A timer that keeps the process alive. */
export const waitedTimer: Schedule = (task, delayMs) => {
  const timer = setTimeout(task, delayMs);
  return () => clearTimeout(timer);
};

/** A timer that does not keep the process alive. */
export const backgroundTimer: Schedule = (task, delayMs) => {
  const timer: unknown = setTimeout(task, delayMs);
  const handle = timer as Parameters<typeof clearTimeout>[0];
  // Only Node has timers that can be told so.
  if (typeof handle === "object" && typeof handle.unref === "function") handle.unref();
  return () => clearTimeout(handle);
};

/** Waits for some milliseconds, or rejects with the signal's reason as soon as it aborts. */
export async function delay(schedule: Schedule, ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = schedule(resolve, ms);
  await unlessAborted(promise, signal).finally(cancel);
}

/** Milliseconds for which one call holds the event loop before others run. */
const SLICE_MS = 8;

/** Divides long work: `const pause = slices.pause(); if (pause) await pause;` between two steps. */
export class Slices {
  #heldSince: number = performance.now();

  pause(): Promise<void> | undefined {
    return performance.now() - this.#heldSince < SLICE_MS ? undefined : this.#next();
  }

  async #next(): Promise<void> {
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    this.#heldSince = performance.now();
  }
}
