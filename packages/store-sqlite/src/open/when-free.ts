import { setTimeout as sleep } from "node:timers/promises";

import { isBusy } from "../errors.js";

const RETRY_MS = 10;

/**
 * Runs `attempt` until no other connection is in its way, or fails when that takes too long. To set the journal mode, a
 * connection must be alone for a moment; several that wait for it inside SQLite keep each other waiting, so each has to
 * let go and come back.
 */
export async function whenFree(timeoutMs: number, attempt: () => void): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    try {
      attempt();
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= timeoutMs) throw error;
    }
    await sleep(RETRY_MS);
  }
}
