import { checkBoolean, checkMethods, checkText, invalidInput } from "@kioku/core/toolkit";

import type { ToolDefinition } from "./tool-definition.js";

/**
 * Checks definitions for a host.
 * @throws `invalid-input` unless they are a list of definitions with different names.
 */
export function checkDefinitions(
  definitions: unknown,
): asserts definitions is readonly ToolDefinition[] {
  if (!Array.isArray(definitions)) throw invalidInput("definitions", "a list", definitions);
  const names = Array.from(definitions as readonly ToolDefinition[], (one, index) => {
    const name = `definitions[${index}]`;
    checkMethods(one, name, ["check", "run"]);
    checkBoolean(one.showsMemories, `${name}.showsMemories`);
    checkBoolean(one.takesSecrets, `${name}.takesSecrets`);
    return checkText(one.name, `${name}.name`, 64);
  });
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined) throw invalidInput("definitions", "a list of different names", twice);
}
