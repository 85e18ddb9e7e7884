import { forgetTool } from "./forget-tool.js";
import type { MemoryToolDefinition, MemoryToolName } from "./memory-tool.js";
import { resolveToolsOptions } from "./memory-tools-options.js";
import type {
  MemoryToolsHost,
  MemoryToolsOptions,
  ResolvedToolsOptions,
} from "./memory-tools-options.js";
import { recallTool } from "./recall-tool.js";
import { rememberTool } from "./remember-tool.js";
import { updateTool } from "./update-tool.js";

const TOOLS: {
  readonly [Name in MemoryToolName]: (options: ResolvedToolsOptions) => MemoryToolDefinition<Name>;
} = {
  remember: rememberTool,
  recall: recallTool,
  update: updateTool,
  forget: forgetTool,
};

/**
 * Tools with which a model remembers and recalls, and if the app allows it changes and forgets, for
 * a host to give the shape that it needs. None has an argument for a scope: a call works on the
 * memory that the host gives it, and never leaves it. In the order `remember`, `recall`, `update`,
 * `forget`.
 *
 * A host looks after two things. It shows the model the `text` of answers and nothing else of them,
 * since only that is fenced. And it says in `trust` of a call what the model has read, with
 * `trustedTools` of the options.
 * @throws `invalid-input` for options that cannot work.
 */
export function defineMemoryTools(
  options: MemoryToolsOptions = {},
  host: MemoryToolsHost = {},
): readonly MemoryToolDefinition[] {
  const resolved = resolveToolsOptions(options, host);
  return resolved.only.map((name) => TOOLS[name](resolved));
}
