import type { Memory, CallOptions } from "@kioku/core";
import { scopeToPath, stateOf, unlessAborted } from "@kioku/core/toolkit";

/**
 * Runs the changes of one record one after the other within a process, including those of other
 * tools of the same memory and scope. An aborted call leaves its queue.
 */
export async function runInTurn<T>(
  memory: Memory,
  { name, signal }: CallOptions & { readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  // The last task of each queue, by scope and name. It never rejects.
  const queues = stateOf(memory, "@kioku/tools/queues", () => new Map<string, Promise<unknown>>());
  const key = JSON.stringify([scopeToPath(memory.scopePath), name]);
  const before = queues.get(key) ?? Promise.resolve();
  const turn = Promise.withResolvers<void>();
  const last = before.then(() => turn.promise);
  queues.set(key, last);
  try {
    await unlessAborted(before, signal);
    return await work();
  } finally {
    turn.resolve();
    void last.then(() => queues.get(key) === last && queues.delete(key));
  }
}
