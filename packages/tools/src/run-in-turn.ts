import type { Memory, CallOptions } from "@kioku/core";
import { identityOf, scopeToPath, unlessAborted } from "@kioku/core/toolkit";

/** The last task of each queue, by memory, scope and name. It never rejects. */
const LAST = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs the changes of one record one after the other within a process, including those of other
 * tools of the same memory and scope. An aborted call leaves its queue.
 */
export async function runInTurn<T>(
  memory: Memory,
  { name, signal }: CallOptions & { readonly name: string },
  work: () => Promise<T>,
): Promise<T> {
  const identity = identityOf(memory) ?? memory;
  const queues = LAST.get(identity) ?? new Map<string, Promise<unknown>>();
  LAST.set(identity, queues);
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
