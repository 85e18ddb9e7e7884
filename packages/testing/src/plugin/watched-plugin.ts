import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import type { RecalledMemory, HookContext, MemoryHooks } from "@kioku/core";
import { checkPlugins, collectHooks, HOOKS, attempt, type AnyPlugin } from "@kioku/core/toolkit";

type AnyHandler = (...args: readonly unknown[]) => unknown;

/** For how many turns of the event loop a plugin may go on when its hook has ended. */
const TURNS = 8;

/** Hooks that may go on although their call was aborted: what they are told of is done. */
const AFTER_COMMIT: ReadonlySet<keyof MemoryHooks> = new Set([
  "afterRemember",
  "settled",
  "afterForget",
]);

/** Arguments of a hook, and a copy of them. */
interface Handed {
  readonly name: keyof MemoryHooks;
  readonly args: readonly unknown[];
  readonly before: readonly unknown[];
}

/** A plugin whose hooks are watched. */
export interface WatchedPlugin {
  /** To be given to a memory in the place of the one that is watched. */
  readonly plugin: AnyPlugin;
  /** Faults that nothing else would notice, as sentences. */
  readonly faults: readonly string[];
  /** Number of calls of each hook, by name. */
  readonly calls: ReadonlyMap<string, number>;
  /** Calls of hooks that come before a commit, and of `afterRecall`, that have not ended. */
  readonly underWay: ReadonlySet<object>;
  /** Errors that hooks have thrown. */
  readonly thrown: unknown[];
  /**
   * Looks once more at what the hooks were handed: a plugin may still work when its hook has ended.
   */
  readonly lookAgain: () => Promise<void>;
  /** Called at the beginning of every hook, before the plugin sees it. */
  onHook: (context: HookContext) => void;
}

/**
 * Watches a plugin: what it is handed must be the same afterwards, and a recall may not answer what
 * was not found.
 */
export function watchPlugin(inner: AnyPlugin): WatchedPlugin {
  const faults: string[] = [];
  const calls = new Map<string, number>();
  const watched: { onHook: (context: HookContext) => void } = { onHook: () => undefined };
  const handed: Handed[] = [];
  const underWay = new Set<object>();
  const thrown: unknown[] = [];
  checkPlugins([inner]); // here, since what is unknown of it does not get into the copy
  const collected = collectHooks([inner]);
  const watch = (name: keyof MemoryHooks, handler: AnyHandler): AnyHandler => {
    return async (...args) => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      const before = snapshot(args);
      watched.onHook(args.at(-1) as HookContext);
      if (!AFTER_COMMIT.has(name)) underWay.add(args);
      const returned = await attempt(() => handler(...args))
        .catch((error: unknown) => {
          thrown.push(error);
          throw error;
        })
        .finally(() => underWay.delete(args));
      if (isDeepStrictEqual(snapshot(args), before)) handed.push({ name, args, before });
      else faults.push(`${name} changed its argument`);
      if (name === "afterRecall") faults.push(...strayHits(args[0], returned));
      return returned;
    };
  };
  const hooks = Object.fromEntries(
    HOOKS.flatMap((name) => {
      const [hook] = collected[name];
      if (!hook) return [];
      const original = inner.hooks?.[name];
      const handler = watch(name, hook.handler as AnyHandler);
      const order = typeof original === "object" ? original.order : undefined;
      return [[name, order === undefined ? handler : { order, handler }]];
    }),
  ) as MemoryHooks;
  const plugin: AnyPlugin = {
    id: inner.id,
    hooks,
    ...(inner.extend && { extend: (memory) => inner.extend?.(memory) }),
    ...(inner.close && { close: () => inner.close?.() }),
  };
  const lookAgain = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
    for (const { name, args, before } of handed) {
      if (isDeepStrictEqual(snapshot(args), before)) continue;
      faults.push(`${name} changed its argument after it had ended`);
    }
  };
  return Object.assign(watched, { plugin, faults, calls, underWay, thrown, lookAgain });
}

/** Copies of what a hook is handed, but for the signal, which has none. */
function snapshot(args: readonly unknown[]): readonly unknown[] {
  const plain = [...args.slice(0, -1), { ...(args.at(-1) as HookContext), signal: undefined }];
  return structuredClone(plain);
}

/** Says what is wrong with the answer of `afterRecall`. */
function strayHits(given: unknown, returned: unknown): readonly string[] {
  if (returned === undefined) return [];
  assert.ok(Array.isArray(returned) && Array.isArray(given), "afterRecall answered no list");
  const left = new Set(given as readonly RecalledMemory[]);
  return (returned as readonly RecalledMemory[]).flatMap((hit) => {
    const found = [...left].find(({ id, scope }) => {
      return id === hit.id && isDeepStrictEqual(scope, hit.scope);
    });
    if (!found) return [`afterRecall answered ${hit.id}, which was not found or is there twice`];
    left.delete(found);
    return isDeepStrictEqual(hit, found) ? [] : [`afterRecall changed the hit ${hit.id}`];
  });
}
