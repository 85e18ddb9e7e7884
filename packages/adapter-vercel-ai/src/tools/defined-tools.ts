import type { Memory } from "@kioku/core";
import { checkMembers, checkMethods, checkText, MAX_NAME_LENGTH } from "@kioku/core/toolkit";
import { checkDefinitions, checkTrustedTools } from "@kioku/tools";
import type { ToolAnswer, ToolDefinition, TrustedTools } from "@kioku/tools";
import type { Tool } from "ai";

import { makeTool } from "./make-tool.js";

/** Tool that the AI SDK runs, with the input of its schema and the output that the app gets. */
export type MemoryTool<Input, Output> = Tool<Input, Output> & {
  /** Runs the tool. */
  execute: NonNullable<Tool<Input, Output>["execute"]>;
};

/** Options of `definedTools`. */
export interface DefinedToolsOptions {
  /**
   * Conversation of the calls, at most 512 characters, for a memory with a view of each talk, such
   * as a mind. @defaultValue none
   */
  readonly thread?: string | undefined;
  /**
   * Other tools whose answers are trusted. After the answer of any other one, tools write with a
   * trust of at most 0.5 in this turn, and later what repeats that answer. @defaultValue none
   */
  readonly trustedTools?: TrustedTools | undefined;
}

const METHODS = ["context", "forget", "read", "recall", "remember"];

/**
 * Returns tools of the AI SDK by name, made of any definitions, such as those of `defineTool` of
 * `@kioku/tools`. They work on this memory and take no scope: make them for each request, on the
 * view of its user.
 *
 * The model is told the `text` of an output only. Wrong arguments of a tool that takes secrets fail
 * when it runs, so that no error quotes them.
 * @throws `invalid-input` for an invalid memory, and for options that cannot work.
 */
export function definedTools(
  memory: Memory,
  definitions: readonly ToolDefinition[],
  options: DefinedToolsOptions = {},
): Record<string, MemoryTool<unknown, ToolAnswer>> {
  checkMethods(memory, "memory", METHODS);
  checkDefinitions(definitions);
  checkMembers(options, "options", ["thread", "trustedTools"]);
  const { thread, trustedTools } = options;
  if (thread !== undefined) checkText(thread, "options.thread", MAX_NAME_LENGTH);
  const own = new Set(definitions.map(({ name }) => name));
  const host = { memory, thread, trusts: checkTrustedTools(trustedTools), own };
  const tools = definitions.map((definition) => [definition.name, makeTool(definition, host)]);
  return Object.fromEntries(tools) as Record<string, MemoryTool<unknown, ToolAnswer>>;
}
