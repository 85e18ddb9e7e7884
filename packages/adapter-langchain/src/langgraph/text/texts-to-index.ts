import type { JsonValue } from "@kioku/core";

import type { PathStep } from "./parse-path.js";

/**
 * The texts that paths lead to in a value: each once, in the order of the paths, without blank
 * ones. Numbers and booleans become text, objects and lists become JSON, as in LangGraph.
 */
export function textsToIndex(
  value: JsonValue,
  paths: readonly (readonly PathStep[])[],
): readonly string[] {
  const texts = paths.flatMap((steps) => follow(value, steps).flatMap(toText));
  return [...new Set(texts)].filter((text) => text.trim() !== "");
}

function follow(value: JsonValue, [step, ...rest]: readonly PathStep[]): readonly JsonValue[] {
  if (!step) return [value];
  return next(value, step).flatMap((found) => follow(found, rest));
}

function next(value: JsonValue, step: PathStep): readonly JsonValue[] {
  if (step.type === "each") return step.paths.flatMap((steps) => follow(value, steps));
  if (typeof value !== "object" || value === null) return [];
  if (isList(value)) return elements(value, step);
  if (step.type === "all") return Object.values(value).filter((member) => member !== undefined);
  const member =
    step.type === "member" && Object.hasOwn(value, step.name) ? value[step.name] : undefined;
  return member === undefined ? [] : [member];
}

function elements(list: readonly JsonValue[], step: PathStep): readonly JsonValue[] {
  if (step.type === "elements" || step.type === "all") return list;
  const element = step.type === "element" ? list.at(step.place) : undefined;
  return element === undefined ? [] : [element];
}

/** What `Array.isArray` does not tell of lists that cannot be changed. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function toText(value: JsonValue): readonly string[] {
  if (value === null) return [];
  return [typeof value === "object" ? JSON.stringify(value, null, 2) : String(value)];
}
