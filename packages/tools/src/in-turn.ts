import type { Memory, CallOptions } from "@kioku/core";
import { memoryIdentity, scopeToPath, unlessAborted } from "@kioku/core/toolkit";

/**
 * The last one in each queue, by what the memory is of, and by scope and name. It never rejects.
 */
const LAST = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Has the calls that change one thing, such as the file of a path or the memory of an id, take
 * turns within a process, also those of other tools of the same scope: else each would spoil what
 * the others have looked at. What is aborted leaves its queue.
 */
export async function inTurn<T>(
  memory: Memory,
  { thing, signal }: CallOptions & { readonly thing: string },
  work: () => Promise<T>,
): Promise<T> {
  const whose = memoryIdentity(memory) ?? memory;
  const queues = LAST.get(whose) ?? new Map<string, Promise<unknown>>();
  LAST.set(whose, queues);
  const name = JSON.stringify([scopeToPath(memory.scopePath), thing]);
  const before = queues.get(name) ?? Promise.resolve();
  const turn = Promise.withResolvers<void>();
  const last = before.then(() => turn.promise);
  queues.set(name, last);
  try {
    await unlessAborted(before, signal);
    return await work();
  } finally {
    turn.resolve();
    void last.then(() => queues.get(name) === last && queues.delete(name));
  }
}
