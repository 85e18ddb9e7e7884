import type { AsyncLocalStorage } from "node:async_hooks";

import type { Memory } from "@kioku/core";

import type { Lifetime } from "./lifetime.js";

type Verb = (...given: unknown[]) => unknown;

/** Who is told of the calls of a memory. */
export interface Watch {
  /** Waits for what the calls began. */
  readonly lifetime: Lifetime;
  /** Says who led to what the memory does just now. */
  readonly trails: AsyncLocalStorage<readonly string[]>;
  /** Skills that led to the calls, the one that makes them last. */
  readonly trail: readonly string[];
}

/**
 * A memory whose calls are known to the lifetime of a context: those that a skill does not wait for
 * are finished within its time, and their rejections are no unhandled ones. Whoever hears of what
 * they do can tell which skills led to it, wherever they are made.
 */
export function watchedMemory(memory: Memory, watch: Watch): Memory {
  const { lifetime, trails, trail } = watch;
  return new Proxy(memory, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      const verb = member as Verb;
      return (...given: unknown[]): unknown => {
        const answer = trails.run(trail, () => verb.apply(target, given));
        if (answer instanceof Promise) return lifetime.watch(answer);
        return name === "scope" ? watchedMemory(answer as Memory, watch) : answer;
      };
    },
  });
}
