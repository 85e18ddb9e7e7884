import { checkMembers } from "@kioku/core/toolkit";
import { checkDefinitions, checkTrustedTools } from "@kioku/tools";
import type { ToolDefinition, TrustedTools } from "@kioku/tools";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { makeTool, type ToolHost } from "./make-tool.js";
import { checkSource, type MemorySource } from "./memory-source.js";
import type { TrustRules } from "./turn-trust.js";

/** Options of `definedTools`. */
export interface DefinedToolsOptions {
  /**
   * The agent's tools whose answers are trusted. After the answer of any other one, tools write
   * with a trust of at most 0.5 in this turn, and later what repeats that answer.
   * @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
}

/**
 * Returns tools of LangChain made of any definitions, such as those of `defineTool` of
 * `@kioku/tools`. They take no scope: `source` chooses the memory by `context` and
 * `configurable.thread_id`, as given to `invoke` of the agent, graph or tool.
 *
 * The content of a message is the text of the answer. The artifact is the answer, or its memories
 * if it has any. Wrong arguments of a tool call are answered by a message with the status `error`,
 * which quotes no secret.
 * @throws `invalid-input` for options that cannot work.
 */
export function definedTools<Context = unknown>(
  source: MemorySource<Context>,
  definitions: readonly ToolDefinition[],
  options: DefinedToolsOptions = {},
): StructuredToolInterface[] {
  checkSource(source, "source");
  checkMembers(options, "options", ["trustedTools"]);
  return toolsOf(toolSettings(definitions, options.trustedTools), { source });
}

/** Returns the tools of checked settings. */
export function toolsOf<Context>(
  { definitions, trustRules }: ToolSettings,
  host: Omit<ToolHost<Context>, "trustRules">,
): StructuredToolInterface[] {
  return definitions.map((definition) => makeTool(definition, { ...host, trustRules }));
}

/** Checked definitions of tools. */
export interface ToolSettings {
  readonly definitions: readonly ToolDefinition[];
  readonly trustRules: TrustRules;
}

/** Checks definitions. @throws `invalid-input` unless they have different names. */
export function toolSettings(
  definitions: readonly ToolDefinition[],
  trustedTools: TrustedTools | undefined,
): ToolSettings {
  checkDefinitions(definitions);
  const named = (isShowing: boolean): ReadonlySet<string> =>
    new Set(definitions.flatMap((one) => (one.showsMemories === isShowing ? one.name : [])));
  const [own, showing] = [named(false), named(true)];
  return { definitions, trustRules: { trusts: checkTrustedTools(trustedTools), own, showing } };
}
