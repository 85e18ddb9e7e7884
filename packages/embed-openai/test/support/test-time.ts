import type { Schedule } from "@kioku/core";

/** Time of a test: waits are over at once and written down; timeouts come when the test says so. */
export interface TestTime {
  readonly schedule: Schedule;
  /** Lengths of the waits, in their order. */
  readonly waits: readonly number[];
  /** Lets every timeout that runs be reached. */
  readonly expire: () => void;
  /** Counts the timers that are set. */
  readonly pending: () => number;
}

/** Timers that are this long or longer are timeouts. */
const TIMEOUT_MS = 20_000;

/** Makes a schedule for tests with the default `timeoutMs`. */
export function testTime(): TestTime {
  const waits: number[] = [];
  const timeouts = new Set<() => void>();
  let pending = 0;
  const schedule: Schedule = (task, delayMs) => {
    let isOver = false;
    const finish = (): boolean => {
      if (isOver) return false;
      isOver = true;
      pending -= 1;
      return true;
    };
    const run = (): void => {
      if (finish()) task();
    };
    pending += 1;
    if (delayMs >= TIMEOUT_MS) timeouts.add(run);
    else {
      waits.push(delayMs);
      setImmediate(run);
    }
    return () => {
      finish();
      timeouts.delete(run);
    };
  };
  const expire = (): void => {
    for (const run of timeouts) run();
    timeouts.clear();
  };
  return { schedule, waits, expire, pending: () => pending };
}
