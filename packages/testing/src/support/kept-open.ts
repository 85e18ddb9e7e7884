import type { CompleteStore } from "@kioku/core/toolkit";

/** The store as memories see it that come and go while it stays open: closing it does nothing. */
export function keptOpen(store: CompleteStore): CompleteStore {
  return new Proxy(store, {
    get(target, name) {
      if (name === "close" || name === Symbol.asyncDispose) return async () => undefined;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? (member.bind(target) as unknown) : member;
    },
  });
}
