import type { Memory } from "@kioku/core";
import { memoryIdentity, scopeToPath } from "@kioku/core/toolkit";

/**
 * Names shared memories: one key for all views of a scope of one memory, and another for the same
 * scope in another database. Memories that core did not make are known by their scope alone.
 */
export class MemoryKeys {
  readonly #numbers = new WeakMap<object, number>();
  #last = 0;

  /** Returns the key of a memory, which means nothing outside of this object. */
  of(memory: Memory): string {
    const identity = memoryIdentity(memory);
    return `${identity === undefined ? "" : this.#numberOf(identity)} ${scopeToPath(memory.scopePath)}`;
  }

  #numberOf(identity: object): number {
    const known = this.#numbers.get(identity);
    if (known !== undefined) return known;
    this.#last += 1;
    this.#numbers.set(identity, this.#last);
    return this.#last;
  }
}
