import { VirtualTimers } from "@kioku/testing/support";
import { describe, expect, test } from "vitest";

import { runEvery } from "../../../src/commands/back-up/run-every.js";

const MINUTE_MS = 60_000;

interface Outcome {
  readonly starts: readonly number[];
  readonly waits: readonly number[];
}

interface Plan {
  /** Minutes that each run takes; negative for one that fails after them. */
  readonly runs: readonly number[];
  readonly intervalMs?: number;
}

/** Returns the minutes at which runs began, and the waits after failures. */
async function startsOf({ runs, intervalMs = 60 * MINUTE_MS }: Plan): Promise<Outcome> {
  const timers = new VirtualTimers(new Date(0));
  const controller = new AbortController();
  const starts: number[] = [];
  const waits: number[] = [];
  await runEvery({
    intervalMs,
    clock: timers.clock,
    schedule: (task, delayMs) => {
      const cancel = timers.schedule(task, delayMs);
      setImmediate(() => timers.runNext());
      return cancel;
    },
    signal: controller.signal,
    run: async () => {
      const minutes = runs[starts.length];
      starts.push(timers.clock().getTime() / MINUTE_MS);
      if (starts.length === runs.length) controller.abort();
      timers.advance(Math.abs(minutes ?? 0) * MINUTE_MS);
      if (minutes !== undefined && minutes < 0) throw new Error("no luck");
    },
    onFailure: async (_, waitMs) => void waits.push(waitMs / MINUTE_MS),
  });
  return { starts, waits };
}

describe("runEvery", () => {
  test("counts from the start of a run, and begins at once after a longer one", async () => {
    const { starts } = await startsOf({ runs: [10, 50, 75, 5, 0] });
    expect(starts).toEqual([0, 60, 120, 195, 255]);
  });

  test("tries again after a minute, then ever later, at most after the interval", async () => {
    const { starts, waits } = await startsOf({
      runs: [-1, -1, -1, -1, -1, -1, -1, -1, 1, -1, 0],
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 1]);
    expect(starts.slice(0, 4)).toEqual([0, 2, 5, 10]);
  });

  test("ends if a failure is not to be tried again", async () => {
    const timers = new VirtualTimers(new Date(0));
    const failing = runEvery({
      intervalMs: MINUTE_MS,
      clock: timers.clock,
      schedule: timers.schedule,
      signal: new AbortController().signal,
      run: async () => {
        throw new Error("wrong key");
      },
      onFailure: async (error) => {
        throw error;
      },
    });
    await expect(failing).rejects.toThrow("wrong key");
    expect(timers.waiting).toBe(0);
  });

  test("ends at once when it waits, and leaves no timer", async () => {
    const timers = new VirtualTimers(new Date(0));
    const controller = new AbortController();
    const running = runEvery({
      intervalMs: MINUTE_MS,
      clock: timers.clock,
      schedule: (task, delayMs) => {
        setImmediate(() => controller.abort());
        return timers.schedule(task, delayMs);
      },
      signal: controller.signal,
      run: async () => undefined,
      onFailure: async () => undefined,
    });
    await running;
    expect(timers.waiting).toBe(0);
  });
});
