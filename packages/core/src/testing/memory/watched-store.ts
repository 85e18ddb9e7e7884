import type { MemoryStore } from "../../store/memory-store.js";

/** A store, and how many of its calls are not answered yet. */
export interface WatchedStore {
  readonly store: MemoryStore;
  /** Calls under way. */
  readonly underWay: () => number;
}

/** Counts the calls of a store, so that who has no timers can wait for one that answers later than in the same turn. */
export function watchedStore(inner: MemoryStore): WatchedStore {
  let underWay = 0;
  const count = async (answer: Promise<unknown>): Promise<unknown> => {
    underWay += 1;
    try {
      return await answer;
    } finally {
      underWay -= 1;
    }
  };
  const store = new Proxy(inner, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...args: unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, args);
        return answer instanceof Promise ? count(answer) : answer;
      };
    },
  });
  return { store, underWay: () => underWay };
}
