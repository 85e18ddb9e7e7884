import type { AnyPlugin, Hook, MemoryHooks } from "../../api/plugin.js";

/** The names of all hooks. */
export const HOOKS: readonly (keyof MemoryHooks)[] = [
  "beforeRemember",
  "afterRemember",
  "settled",
  "beforeRecall",
  "afterRecall",
  "beforeForget",
  "afterForget",
];

/** What a hook of this name calls. */
type HandlerOf<Name extends keyof MemoryHooks> =
  NonNullable<MemoryHooks[Name]> extends Hook<infer Handler> ? Handler : never;

/** A hook, and whose it is. */
interface PluginHook<Name extends keyof MemoryHooks> {
  readonly plugin: string;
  readonly handler: HandlerOf<Name>;
}

/** All hooks by name, each list in the order in which they run. */
export type CollectedHooks = {
  readonly [Name in keyof MemoryHooks]-?: readonly PluginHook<Name>[];
};

const TURNS = ["pre", undefined, "post"] as const;

/**
 * The hooks of all plugins in the order in which they run: `pre`, plain, `post`, within each in the
 * order of the plugins.
 */
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
