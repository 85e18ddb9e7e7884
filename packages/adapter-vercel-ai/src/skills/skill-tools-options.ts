import type { Memory } from "@kioku/core";
import { checkBoolean, checkMethods, checkObject } from "@kioku/core/toolkit";
import type { SkillToolsOptions as ToolsOptions } from "@kioku/tools";

/** Options of `skillTools`. */
export interface SkillToolsOptions extends ToolsOptions {
  /**
   * Memory that the skills share in these calls, such as that of one user: `root.scope("acme",
   * "user-42")`. A model cannot choose it. @defaultValue the runtime's memory
   */
  readonly memory?: Memory | undefined;
  /**
   * Hides tools of skills with code from the model until `toolSearch` finds them. Has no effect
   * before AI SDK 7.0.104. @defaultValue `false`
   */
  readonly deferLoading?: boolean | undefined;
}

/** Options with defaults filled in. */
export interface ResolvedSkillToolsOptions {
  readonly memory: Memory | undefined;
  readonly deferLoading: boolean;
  /** Options of the definitions, unchecked. */
  readonly shared: ToolsOptions;
}

/** Checks the options of this host. @throws `invalid-input` naming the option. */
export function resolveSkillToolsOptions(options: SkillToolsOptions): ResolvedSkillToolsOptions {
  checkObject(options, "options");
  const { memory, deferLoading = false, ...shared } = options;
  if (memory !== undefined) checkMethods(memory, "options.memory", ["scope", "recall", "remember"]);
  return { memory, deferLoading: checkBoolean(deferLoading, "options.deferLoading"), shared };
}
