import type { CompleteStore } from "@kioku/core/toolkit";

/** A store, and how many of its calls are not answered yet. */
export interface WatchedStore {
  readonly store: CompleteStore;
  /** Calls under way. */
  readonly underWay: () => number;
}

/**
 * Counts the calls of a store and of its queue, so that who has no timers can wait for one that
 * answers later than in the same turn.
 */
export function watchedStore(inner: CompleteStore): WatchedStore {
  let underWay = 0;
  const count = async (answer: Promise<unknown>): Promise<unknown> => {
    underWay += 1;
    try {
      return await answer;
    } finally {
      underWay -= 1;
    }
  };
  const watched = <T extends object>(object: T): T =>
    new Proxy(object, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        if (name === "queue" && isObject(member)) return watched(member);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) => {
          const answer: unknown = Reflect.apply(member, target, args);
          return answer instanceof Promise ? count(answer) : answer;
        };
      },
    });
  return { store: watched(inner), underWay: () => underWay };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
