import { MemoryError } from "@kioku/core";
import { checkMembers, checkNumber, checkText } from "@kioku/core/toolkit";

import type {
  MemoryToolArguments,
  MemoryToolDefinition,
  MemoryToolName,
  NumberArgument,
  TextArgument,
  ToolParameters,
} from "./memory-tool.js";

/** Longest text of an argument, in UTF-16 units: a page, so that one call cannot fill a memory. */
export const MAX_TOOL_TEXT = 4_000;

/** Parts of a definition. */
interface ToolParts<Name extends MemoryToolName> extends Pick<
  MemoryToolDefinition<Name>,
  "tool" | "name" | "run"
> {
  /** Sentences. */
  readonly description: readonly string[];
  readonly properties: ToolParameters["properties"];
  readonly required: readonly (keyof MemoryToolArguments[Name] & string)[];
}

/** Makes the definition of a tool. */
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

function checkArguments(
  given: unknown,
  name: string,
  { properties, required }: ToolParameters,
): Readonly<Record<string, string | number>> {
  checkMembers(given, name, Object.keys(properties));
  const values = given as Readonly<Record<string, unknown>>;
  const checked: Record<string, string | number> = {};
  for (const [member, schema] of Object.entries(properties)) {
    const value = values[member] ?? undefined;
    if (value === undefined && required.includes(member)) {
      throw new MemoryError("invalid-input", `${name} needs the argument ${member}`);
    }
    if (value !== undefined) checked[member] = checkArgument(value, `${name}.${member}`, schema);
  }
  return checked;
}

function checkArgument(
  value: unknown,
  name: string,
  schema: TextArgument | NumberArgument,
): string | number {
  if (schema.type === "string") return checkText(value, name, schema.maxLength);
  const { minimum: min, maximum: max } = schema;
  return checkNumber(value, name, { min, max, integer: schema.type === "integer" });
}
