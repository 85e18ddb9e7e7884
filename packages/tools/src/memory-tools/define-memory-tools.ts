import { forgetTool, updateTool } from "./change-tools.js";
import type { MemoryToolDefinition, MemoryToolName } from "./memory-tool.js";
import { resolveToolsOptions } from "./memory-tools-options.js";
import type {
  MemoryToolsHost,
  MemoryToolsOptions,
  ResolvedToolsOptions,
} from "./memory-tools-options.js";
import { recallTool } from "./recall-tool.js";
import { rememberTool } from "./remember-tool.js";

const TOOLS: {
  readonly [Name in MemoryToolName]: (options: ResolvedToolsOptions) => MemoryToolDefinition<Name>;
} = {
  remember: rememberTool,
  recall: recallTool,
  update: updateTool,
  forget: forgetTool,
};

/**
 * Defines the tools with which a model remembers, recalls and, if allowed, updates and forgets, in
 * this order. None has an argument for a scope: a call never leaves the memory that its host gives.
 *
 * A host shows the model only the `text` of an answer, which is fenced, and derives `trust` of a
 * call from what the model has read and the option `trustedTools`.
 * @throws `invalid-input` for options that cannot work.
 */
export function defineMemoryTools(
  options: MemoryToolsOptions = {},
  host: MemoryToolsHost = {},
): readonly MemoryToolDefinition[] {
  const resolved = resolveToolsOptions(options, host);
  return resolved.only.map((name) => TOOLS[name](resolved));
}
