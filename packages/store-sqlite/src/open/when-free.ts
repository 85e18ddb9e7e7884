import { setTimeout as sleep } from "node:timers/promises";

import { isBusy } from "../errors.js";

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [1, 2, 5, 10] as const;
const LAST_PAUSE_MS = 10;

/**
 * Runs `attempt` until no other connection is in its way, or fails when that takes too long. It lets go between attempts, so
 * that the process can do other work, and so that several that wait do not keep each other waiting.
 */
export async function whenFree<T>(timeoutMs: number, attempt: () => T | Promise<T>): Promise<T> {
  let waitedMs = 0;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || waitedMs >= timeoutMs) throw error;
    }
    const pauseMs = PAUSES_MS[attempts] ?? LAST_PAUSE_MS;
    await sleep(pauseMs);
    waitedMs += pauseMs;
  }
}
