import type { Schedule } from "@kioku/core";

/**
 * Turns of the event loop after which patience ends here, whatever the delay: far more than any
 * call of a good double takes.
 */
const TURNS = 1_500;

/** A timer that counts turns of the event loop instead of time. */
export const turnSchedule: Schedule = (task) => {
  let left = TURNS;
  let handle = setImmediate(tick);
  function tick(): void {
    left -= 1;
    if (left > 0) handle = setImmediate(tick);
    else task();
  }
  return () => clearImmediate(handle);
};
