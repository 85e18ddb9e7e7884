import { MemoryError } from "@kioku/core";
import { checkMembers, checkNumber, checkText } from "@kioku/core/toolkit";

import type { ToolParameters } from "./tool-parameters.js";

type Argument = ToolParameters["properties"][string];

/**
 * What a model gave as arguments, without the optional ones that it gave as `null`.
 * @throws `invalid-input` in words that a model can act on.
 */
export function checkArguments(
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

function checkArgument(value: unknown, name: string, schema: Argument): string | number {
  if (schema.type === "string") return checkText(value, name, schema.maxLength);
  const { minimum: min, maximum: max } = schema;
  return checkNumber(value, name, { min, max, integer: schema.type === "integer" });
}
