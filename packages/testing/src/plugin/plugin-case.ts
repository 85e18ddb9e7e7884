import type { PluginRequirement } from "../conformance-case.js";
import type { PluginSuiteOptions } from "./plugin-options.js";
import type { PluginWorld } from "./plugin-world.js";

/** What a case is given; every memory in it is closed when the case has ended. */
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

/** One case of the plugin suite, before it is bound to a plugin. */
export interface PluginCase {
  readonly group: string;
  readonly name: string;
  readonly requires?: readonly PluginRequirement[];
  check(subject: PluginSubject): Promise<void>;
}

/** The cases of one group. */
export function pluginCases(
  group: string,
  cases: readonly Omit<PluginCase, "group">[],
): readonly PluginCase[] {
  return cases.map((one) => ({ group, ...one }));
}
