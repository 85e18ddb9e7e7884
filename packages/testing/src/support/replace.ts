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

/** The store as memories see it that come and go while it stays open: closing it does nothing. */
export function withoutClose(store: CompleteStore): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === "close" || name === Symbol.asyncDispose) return async () => undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
