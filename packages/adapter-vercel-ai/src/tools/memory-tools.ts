import type { Memory } from "@kioku/core";
import { checkMethods } from "@kioku/core/toolkit";
import { checkTrustedTools, defineMemoryTools } from "@kioku/tools";
import type { MemoryToolName } from "@kioku/tools";

import { MESSAGE_HASH } from "../turn/message-mark.js";
import { makeTool } from "./make-tool.js";
import type { MemoryToolsOf, MemoryToolsOptions } from "./memory-tools-options.js";

const METHODS = ["context", "forget", "read", "recall", "remember"];

/**
 * Tools with which a model remembers and recalls, and if the app allows it changes and forgets.
 * They work on this memory: none has an argument for a scope, so make them for each request, of the
 * view of its user.
 *
 * The model is told only the `text` of an output, in which memories are fenced. Vetoes, unknown ids
 * and what may not be changed are answered in words; other failures throw, which the AI SDK makes
 * errors of the tool of. Whoever turns `UIMessage`s into messages for a model has to give
 * `convertToModelMessages` these tools, or the model is told whole outputs, in which memories stand
 * without a fence.
 * @throws `invalid-input` for what is no memory, and for options that cannot work.
 */
export function memoryTools<
  const Only extends MemoryToolName = "remember" | "recall",
  const Prefix extends string = "",
>(memory: Memory, options: MemoryToolsOptions<Only, Prefix> = {}): MemoryToolsOf<Only, Prefix> {
  checkMethods(memory, "memory", METHODS);
  const definitions = defineMemoryTools(options, { messageFields: [MESSAGE_HASH] });
  const host = {
    memory,
    trusted: new Set(checkTrustedTools(options.trustedTools)),
    own: new Set(definitions.map(({ name }) => name)),
  };
  const tools = definitions.map((definition) => [definition.name, makeTool(definition, host)]);
  return Object.fromEntries(tools) as MemoryToolsOf<Only, Prefix>;
}
