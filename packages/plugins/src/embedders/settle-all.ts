/** Awaits all tasks, then rethrows the first rejection. */
export async function settleAll(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  for (const result of await Promise.allSettled(tasks.map((task) => task()))) {
    if (result.status === "rejected") throw result.reason;
  }
}
