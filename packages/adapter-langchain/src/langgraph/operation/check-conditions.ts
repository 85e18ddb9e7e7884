import type { Memory } from "@kioku/core";
import { checkObject, checkOneOf, invalidInput } from "@kioku/core/toolkit";
import type { MatchCondition } from "@langchain/langgraph-checkpoint";

import { checkView } from "./check-namespace.js";

/** Refuses what are no conditions on namespaces; none are no condition. */
export function checkConditions(
  value: unknown,
  name: string,
  memory: Memory,
): readonly MatchCondition[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidInput(name, "a list of conditions", value);
  return Array.from(value, (condition: unknown, index) => {
    checkObject(condition, `${name}[${index}]`);
    const { matchType, path } = condition as Readonly<Record<string, unknown>>;
    const { scopePath } = checkView(path, `${name}[${index}].path`, memory);
    return {
      matchType: checkOneOf(matchType, `${name}[${index}].matchType`, ["prefix", "suffix"]),
      path: scopePath.slice(memory.scopePath.length),
    };
  });
}

/** Whether a namespace fulfils a condition, label by label; `*` stands for any one. */
export function matches(
  { matchType, path }: MatchCondition,
  namespace: readonly string[],
): boolean {
  const start = matchType === "prefix" ? 0 : namespace.length - path.length;
  if (path.length > namespace.length) return false;
  return path.every((label, index) => label === "*" || label === namespace[start + index]);
}
