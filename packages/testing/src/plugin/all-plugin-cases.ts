import { pluginExamplesCases } from "./cases/examples.js";
import { pluginHooksCases } from "./cases/hooks.js";
import type { PluginCase } from "./plugin-case.js";

/** Every case of the plugin suite but those of whole memories. */
export const ALL_PLUGIN_CASES: readonly PluginCase[] = [
  ...pluginExamplesCases,
  ...pluginHooksCases,
];
