import type { Memory } from "@kioku/core";
import { memoryIdentity, scopeToPath } from "@kioku/core/toolkit";

/** Numbers of the memories that were named so far. */
const numbers = new WeakMap<object, number>();
let last = 0;

/**
 * The name by which something is kept for a shared memory, of no meaning outside of this process:
 * one for all views of one scope of one memory, and another for a scope of the same name in another
 * database. Memories that core did not make are known by their scope alone, so that a new view of
 * one is not taken for a new memory.
 */
export function placeOf(memory: Memory): string {
  const identity = memoryIdentity(memory);
  return `${identity === undefined ? "" : numberOf(identity)} ${scopeToPath(memory.scopePath)}`;
}

function numberOf(identity: object): number {
  const known = numbers.get(identity);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(identity, last);
  return last;
}
