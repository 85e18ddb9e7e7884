import type { CompleteStore } from "@kioku/core/toolkit";

/** Returns a store with some methods replaced, or left out where they are `undefined`. */
export function replace(
  store: CompleteStore,
  replaced: { readonly [Name in keyof CompleteStore]?: CompleteStore[Name] | undefined },
): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(Object.hasOwn(replaced, name) ? replaced : target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
