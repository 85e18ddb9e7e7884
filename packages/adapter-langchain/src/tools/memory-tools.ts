import { defineMemoryTools, type MemoryToolsOptions, type ToolDefinition } from "@kioku/tools";
import type { StructuredToolInterface } from "@langchain/core/tools";

import { definedTools } from "./defined-tools.js";
import type { MemorySource } from "./memory-source.js";

/** Metadata field with the id of a message in the agent's state. */
export const MESSAGE_ID = "langchainMessageId";

/**
 * Returns tools with which a model remembers and recalls and, if allowed, changes and forgets. They
 * take no scope: `source` chooses the memory by `context` and `configurable.thread_id`, as given to
 * `invoke` of the agent, graph or tool.
 *
 * `recall` returns the memories in its text as an artifact, a list of `ShownMemory`; the others
 * their answer, with the reasons if a text is not trusted. Vetoes, unknown ids and refused changes
 * are answered in words; other failures throw. An error of `source` is the `cause` of a fixed one.
 * @throws `invalid-input` for options that cannot work.
 */
export function memoryTools<Context = unknown>(
  source: MemorySource<Context>,
  options: MemoryToolsOptions = {},
): StructuredToolInterface[] {
  const definitions = memoryDefinitions(options);
  return definedTools(source, definitions, { trustedTools: options.trustedTools });
}

/** Defines the tools of an agent. @throws `invalid-input` naming the option. */
export function memoryDefinitions(options: MemoryToolsOptions): readonly ToolDefinition[] {
  return defineMemoryTools(options, { messageFields: [MESSAGE_ID] });
}
