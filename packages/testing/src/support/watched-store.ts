import { inMemoryStore } from "@kioku/core";
import type { CompleteStore, SearchRequest } from "@kioku/core/toolkit";

/** A store that several memories share, and what they ask of it. */
export interface WatchedStore {
  /** Outlives its memories: closing does nothing. */
  readonly store: CompleteStore;
  /** Number of calls of each method. */
  readonly counts: Map<string, number>;
  /** The spaces that each search asked, in their order. */
  readonly askedSpaces: (readonly string[])[];
  /** Runs before the next call of a method, once. */
  readonly intercept: (method: keyof CompleteStore, task: Task) => void;
}

type Task = (args: readonly unknown[]) => Promise<unknown>;

/** Returns a store that counts its calls, outlives its memories and can be intercepted. */
export function watchedStore(inner: CompleteStore = inMemoryStore()): WatchedStore {
  const counts = new Map<string, number>();
  const askedSpaces: (readonly string[])[] = [];
  const tasks = new Map<PropertyKey, Task>();
  const store = new Proxy(inner, {
    get(target, name) {
      if (name === "close") return async () => undefined;
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
        if (name === "search") askedSpaces.push(spacesOf(args[0] as SearchRequest));
        const task = tasks.get(name);
        tasks.delete(name);
        await task?.(args);
        return (value as (...given: readonly unknown[]) => unknown).apply(target, [...args]);
      };
    },
  });
  return { store, counts, askedSpaces, intercept: (method, task) => tasks.set(method, task) };
}

function spacesOf({ legs }: SearchRequest): readonly string[] {
  return legs.flatMap((leg) => (leg.type === "vector" ? [leg.space] : []));
}
