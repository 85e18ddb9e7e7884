import { inMemoryStore } from "@kioku/core";
import type { AnyPlugin } from "@kioku/core/toolkit";

import type {
  ConformanceCase,
  ConformanceOutcome,
  PluginRequirement,
} from "../conformance-case.js";
import { memoryConformanceWith } from "../memory/memory-conformance.js";
import { pluginExamplesCases } from "./cases/examples.js";
import { pluginHooksCases } from "./cases/hooks.js";
import type { PluginCase } from "./plugin-case.js";
import { resolvePluginOptions } from "./plugin-options.js";
import type {
  CreatePlugin,
  PluginConformanceOptions,
  PluginSuiteOptions,
} from "./plugin-options.js";
import { pluginWorld, type PluginWorld } from "./plugin-world.js";

/** Every case of the plugin suite but those of whole memories. */
const ALL_PLUGIN_CASES: readonly PluginCase[] = [...pluginExamplesCases, ...pluginHooksCases];

/**
 * Everything that a plugin has to do, as cases for any test runner. Each case makes its own plugins
 * with `create`, and memories on in-memory stores to use them in. With `leavesOrdinary`, all cases
 * of `memoryConformance` are among them.
 *
 * @throws `invalid-input` for an option that is unknown or wrong.
 */
export function pluginConformance(
  create: CreatePlugin,
  options: PluginConformanceOptions = {},
): readonly ConformanceCase[] {
  const resolved = resolvePluginOptions(options);
  const own = ALL_PLUGIN_CASES.map((one) => ({
    group: one.group,
    name: one.name,
    requires: one.requires,
    run: () => runPluginCase(one, create, resolved),
  }));
  return [...own, ...memoryCasesWith(create, resolved)];
}

/** The cases of whole memories, with the plugin in each of them. */
function memoryCasesWith(
  create: CreatePlugin,
  { leavesOrdinary }: PluginSuiteOptions,
): readonly ConformanceCase[] {
  const claim: PluginRequirement = "claim to leave ordinary memories alone";
  const createPlugins = async (): Promise<readonly AnyPlugin[]> => [await create()];
  return memoryConformanceWith({ create: inMemoryStore, createPlugins }).map((one) => ({
    group: `a memory with it, ${one.group}`,
    name: one.name,
    requires: [...one.requires, claim],
    run: async () => (leavesOrdinary ? one.run() : { status: "skipped", missing: claim }),
  }));
}

async function runPluginCase(
  one: PluginCase,
  create: CreatePlugin,
  options: PluginSuiteOptions,
): Promise<ConformanceOutcome> {
  const made: PluginWorld[] = [];
  const keep = (plugin: AnyPlugin): PluginWorld => {
    const world = pluginWorld(plugin);
    made.push(world);
    return world;
  };
  const createWorld = async (): Promise<PluginWorld> => keep(await create());
  const plugin = await create();
  const has: Readonly<Record<PluginRequirement, boolean>> = {
    close: plugin.close !== undefined,
    examples: options.examples.length > 0,
    "claim to leave ordinary memories alone": options.leavesOrdinary,
  };
  const missing = one.requires.find((requirement) => !has[requirement]);
  const closeAll = (): Promise<unknown> => Promise.all(made.map(({ memory }) => memory.close()));
  try {
    const world = keep(plugin);
    if (missing) {
      await closeAll();
      return { status: "skipped", missing };
    }
    await one.check({ world, createWorld, bare: keep({ id: "none" }), options });
  } catch (error) {
    // The first failure counts, not that closing fails as well.
    await closeAll().catch(() => undefined);
    throw error;
  }
  await closeAll();
  return { status: "passed" };
}
