import type { AnyPlugin, Hook, MemoryHooks } from "../../api/plugin.js";
import { checkFunction, checkMembers, checkOneOf } from "../../internal/check/check.js";

/** The names of all hooks. */
export const HOOKS: readonly (keyof MemoryHooks)[] =
  `beforeRemember afterRemember settled beforeRecall afterRecall
  beforeForget afterForget`.split(/\s+/u) as (keyof MemoryHooks)[];

type HandlerOf<Name extends keyof MemoryHooks> =
  NonNullable<MemoryHooks[Name]> extends Hook<infer Handler> ? Handler : never;

/** A hook and the id of its plugin. */
interface PluginHook<Name extends keyof MemoryHooks> {
  readonly plugin: string;
  readonly handler: HandlerOf<Name>;
}

/** All hooks by name, each list in the order in which they run. */
export type CollectedHooks = {
  readonly [Name in keyof MemoryHooks]-?: readonly PluginHook<Name>[];
};

const TURNS = ["pre", undefined, "post"] as const;

/** Sorts the hooks of all plugins as they run: `pre`, plain, `post`, each in the plugins' order. */
export function collectHooks(plugins: readonly AnyPlugin[]): CollectedHooks {
  return Object.fromEntries(HOOKS.map((name) => [name, hooksNamed(plugins, name)])) as never;
}

function hooksNamed(plugins: readonly AnyPlugin[], name: keyof MemoryHooks): readonly unknown[] {
  const found = plugins.flatMap(({ id, hooks }) => {
    const hook = hooks?.[name];
    if (hook === undefined) return [];
    return typeof hook === "function"
      ? [{ plugin: id, order: undefined, handler: hook.bind(hooks) }]
      : [{ plugin: id, order: hook.order, handler: hook.handler.bind(hook) }];
  });
  return TURNS.flatMap((turn) => found.filter(({ order }) => order === turn));
}

/** Checks the hooks of a plugin. */
export function checkHooks(hooks: unknown, name: string): void {
  if (hooks === undefined) return;
  checkMembers(hooks, name, HOOKS);
  for (const [hook, value] of Object.entries(hooks as object)) {
    if (value !== undefined) checkHook(value, `${name}.${hook}`);
  }
}

function checkHook(hook: unknown, name: string): void {
  if (typeof hook !== "object") {
    checkFunction(hook, name);
    return;
  }
  checkMembers(hook, name, ["order", "handler"]);
  const { order, handler } = hook as Readonly<Record<string, unknown>>;
  if (order !== undefined) checkOneOf(order, `${name}.order`, ["pre", "post"]);
  checkFunction(handler, `${name}.handler`);
}
