import { isBusy } from "../errors.js";
import { Patience } from "../jobs/patience.js";

/** Pauses between attempts; the last one repeats. */
const PAUSES_MS = [1, 2, 5, 10] as const;
const LAST_PAUSE_MS = 10;

/**
 * Runs `attempt` until no other connection is in its way, or fails when that takes too long. It
 * lets go between attempts, so that the process can do other work, and so that several that wait do
 * not keep each other waiting.
 * @param limit - The patience of the call, or a limit in milliseconds from now.
 */
export async function whenFree<T>(
  limit: Patience | number,
  attempt: () => T | Promise<T>,
): Promise<T> {
  const patience = typeof limit === "number" ? new Patience(limit) : limit;
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || patience.isOver) throw error;
    }
    await patience.pause(PAUSES_MS[attempts] ?? LAST_PAUSE_MS);
  }
}
