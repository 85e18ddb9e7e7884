import type { CompleteStore } from "@kioku/core/toolkit";

/** Returns a store with some methods replaced; all others are passed on. */
export function replace(store: CompleteStore, replaced: Partial<CompleteStore>): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
