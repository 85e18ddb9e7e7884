import type { MemoryToolsOptions } from "@kioku/tools";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { makeTool } from "./make-tool.js";
import type { ToolHost } from "./make-tool.js";
import { checkSource } from "./memory-source.js";
import type { MemorySource } from "./memory-source.js";
import { toolSettings } from "./tool-settings.js";
import type { ToolSettings } from "./tool-settings.js";

/**
 * Tools with which a model remembers and recalls, and if the app allows it changes and forgets.
 * None has an argument for a scope: which memory a call works on is up to `source`, which sees
 * `context` and `configurable.thread_id` of the run, as the app gave them to `invoke` of the agent,
 * graph or tool.
 *
 * `recall` gives the memories that its text shows, a list of `ShownMemory`, as the artifact of the
 * message. Vetoes, unknown ids and what may not be changed are answered in words; other failures
 * throw. What the function `source` throws is the `cause` of an error in fixed words.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryTools<Context = unknown>(
  source: MemorySource<Context>,
  options: MemoryToolsOptions = {},
): StructuredToolInterface[] {
  checkSource(source, "source");
  return toolsOf(toolSettings(options), { source });
}

/** The tools of checked options. */
export function toolsOf<Context>(
  { definitions, trustRules }: ToolSettings,
  host: Omit<ToolHost<Context>, "trustRules">,
): StructuredToolInterface[] {
  return definitions.map((definition) => makeTool(definition, { ...host, trustRules }));
}
