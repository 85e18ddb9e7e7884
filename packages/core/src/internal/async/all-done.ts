/**
 * Begins all, waits for all, also when one fails, and then fails with what the first of them failed
 * with.
 */
export async function allDone(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks.map((task) => task()))) {
    if (result.status === "rejected") throw result.reason;
  }
}
