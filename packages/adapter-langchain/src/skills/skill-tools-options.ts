import { checkObject } from "@kioku/core/toolkit";
import type { SkillToolsOptions as ToolsOptions } from "@kioku/tools";

import { checkSource, type MemorySource } from "../tools/memory-source.js";

/** Options of `skillTools`. */
export interface SkillToolsOptions<Context = unknown> extends ToolsOptions {
  /**
   * Memory that the skills share in a call, such as that of one user, or a function that returns
   * one from `context` and `thread_id` of the run. A model cannot choose it.
   * @defaultValue the runtime's memory
   */
  readonly memory?: MemorySource<Context> | undefined;
}

/** Checks the options of this host and parts them from those of the definitions. */
export function splitOptions<Context>(options: SkillToolsOptions<Context>): {
  readonly source: MemorySource<Context> | undefined;
  readonly shared: ToolsOptions;
} {
  checkObject(options, "options");
  const { memory: source, ...shared } = options;
  if (source !== undefined) checkSource(source, "options.memory");
  return { source, shared };
}
