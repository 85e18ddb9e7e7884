import type { Memory } from "@kioku/core";

/** Verbs that a run awaits. */
const AWAITED: ReadonlySet<string> = new Set([
  "remember",
  "rememberAll",
  "set",
  "get",
  "read",
  "list",
  "forget",
  "erase",
  "history",
]);

/** Something to do at the call of a number, 1 for the first. */
export type AtCall = (call: { readonly number: number; readonly verb: string }) => unknown;

/** Returns a memory that does something before each awaited call, and after it. */
export function watchedMemory(
  memory: Memory,
  watch: { readonly before?: AtCall; readonly after?: AtCall },
): Memory {
  let number = 0;
  return new Proxy(memory, {
    get(target, name): unknown {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      if (typeof name !== "string" || !AWAITED.has(name)) return member.bind(target);
      return async (...given: readonly unknown[]) => {
        number += 1;
        const call = { number, verb: name };
        await watch.before?.(call);
        const result: unknown = await Reflect.apply(member, target, given);
        await watch.after?.(call);
        return result;
      };
    },
  });
}

/** Returns a memory whose process is killed at a call: from then on, all calls fail. */
export function mortalMemory(
  memory: Memory,
  killAt: { readonly before?: number; readonly after?: number },
): { readonly memory: Memory; readonly isDead: () => boolean } {
  let isDead = false;
  const die = (): never => {
    isDead = true;
    throw new Error("killed");
  };
  const watched = watchedMemory(memory, {
    before: ({ number }) => {
      if (isDead || number === killAt.before) die();
    },
    after: ({ number }) => {
      if (isDead || number === killAt.after) die();
    },
  });
  return { memory: watched, isDead: () => isDead };
}
