import type { PluginSubject } from "./plugin-case.js";
import type { PluginExample } from "./plugin-options.js";
import type { PluginWorld } from "./plugin-world.js";

/** Tries each example in a memory of its own. */
export function forEach(
  check: (world: PluginWorld, example: PluginExample) => Promise<void>,
): (subject: PluginSubject) => Promise<void> {
  return async ({ createWorld, options }) => {
    for (const example of options.examples) await check(await createWorld(), example);
  };
}
