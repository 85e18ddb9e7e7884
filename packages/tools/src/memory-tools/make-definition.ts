import { checkArguments } from "./check-arguments.js";
import type { MemoryToolArguments, MemoryToolDefinition, MemoryToolName } from "./memory-tool.js";
import type { ToolParameters } from "./tool-parameters.js";

/**
 * Longest text that a tool takes, in UTF-16 units: a page, so that one call cannot fill a memory.
 */
export const MAX_TOOL_TEXT = 4_000;

/** What is particular to one tool. */
interface ToolParts<Name extends MemoryToolName> extends Pick<
  MemoryToolDefinition<Name>,
  "tool" | "name" | "run"
> {
  /** Sentences. */
  readonly description: readonly string[];
  readonly properties: ToolParameters["properties"];
  readonly required: readonly (keyof MemoryToolArguments[Name] & string)[];
}

/** A definition of its parts. */
export function makeDefinition<Name extends MemoryToolName>({
  description,
  properties,
  required,
  ...parts
}: ToolParts<Name>): MemoryToolDefinition<Name> {
  const parameters: ToolParameters = {
    type: "object",
    properties,
    required,
    additionalProperties: false,
  };
  return {
    ...parts,
    description: description.join(" "),
    parameters,
    check: (given) =>
      checkArguments(given, parts.name, parameters) as unknown as MemoryToolArguments[Name],
  };
}
