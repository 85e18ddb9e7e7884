import { pluginCloseCases } from "./cases/close.js";
import { pluginExampleCases } from "./cases/examples.js";
import { pluginFailureCases } from "./cases/failures.js";
import { pluginHookCases } from "./cases/hooks.js";
import { pluginIsolationCases } from "./cases/isolation.js";
import { pluginOrdinaryCases } from "./cases/ordinary.js";
import { pluginOtherVerbCases } from "./cases/other-verbs.js";
import type { PluginCase } from "./plugin-case.js";

/** Every case of the plugin suite but those of whole memories. */
export const ALL_PLUGIN_CASES: readonly PluginCase[] = [
  ...pluginHookCases,
  ...pluginOrdinaryCases,
  ...pluginExampleCases,
  ...pluginOtherVerbCases,
  ...pluginFailureCases,
  ...pluginIsolationCases,
  ...pluginCloseCases,
];
