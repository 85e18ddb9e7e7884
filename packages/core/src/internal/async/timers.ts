import type { Schedule } from "../../model/call-options.js";

/** Longest delay of `setTimeout`, in milliseconds. */
export const MAX_DELAY_MS: number = 2 ** 31 - 1;

/** A timer that somebody waits for. */
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
