import { casesOf, type Case, type PluginRequirement } from "../conformance-case.js";
import type { PluginExample, PluginSuiteOptions } from "./plugin-options.js";
import type { PluginWorld } from "./plugin-world.js";

/** Arguments of a case; every memory in it is closed when the case has ended. */
export interface PluginSubject {
  /** A memory with a fresh plugin. */
  readonly world: PluginWorld;
  /** Another one, on another store. */
  readonly createWorld: () => Promise<PluginWorld>;
  /** A memory without the plugin. */
  readonly bare: PluginWorld;
  /** The options of the suite, with their defaults. */
  readonly options: PluginSuiteOptions;
}

/** A case of the plugin suite, before it is bound to a plugin. */
export type PluginCase = Case<PluginSubject, PluginRequirement>;

/** Makes the cases of one group. */
export const pluginCases: typeof casesOf<PluginSubject, PluginRequirement> = casesOf;

/** Tries each example in a memory of its own. */
export function forEach(
  check: (world: PluginWorld, example: PluginExample) => Promise<void>,
): (subject: PluginSubject) => Promise<void> {
  return async ({ createWorld, options }) => {
    for (const example of options.examples) await check(await createWorld(), example);
  };
}
