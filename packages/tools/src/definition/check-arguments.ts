import { MemoryError } from "@kioku/core";
import { checkMembers, invalidInput } from "@kioku/core/toolkit";

import type {
  ListSchema,
  NumberSchema,
  ObjectSchema,
  TextSchema,
  ToolSchema,
} from "./tool-schema.js";

/** Longest text of an argument, in UTF-16 units: a page, so that one call cannot fill a memory. */
const MAX_TEXT = 4_000;
const MOST_ITEMS = 100;
/** Most characters of all arguments of a call, as JSON. */
const MAX_ARGUMENTS = 262_144;

/** Place of a value in the arguments of a tool. */
interface Place {
  readonly name: string;
  /** True if errors must quote no argument. */
  readonly takesSecrets: boolean;
}

/** Returns a copy of the arguments that the schema allows, without members that are `null`. */
export function checkArguments(given: unknown, schema: ObjectSchema, tool: Place): object {
  const checked = checkMembersOf(given, schema, tool);
  if (JSON.stringify(checked).length > MAX_ARGUMENTS) {
    throw invalidInput(`the arguments of ${tool.name}`, `at most ${MAX_ARGUMENTS} characters long`);
  }
  return checked;
}

function checkMembersOf(
  given: unknown,
  schema: ObjectSchema,
  { name, takesSecrets }: Place,
): object {
  const { properties, required = [] } = schema;
  checkKnown(given, Object.keys(properties), { name, takesSecrets });
  const values = given as Readonly<Record<string, unknown>>;
  const checked: Record<string, unknown> = {};
  for (const [member, one] of Object.entries(properties)) {
    const value = values[member] ?? undefined;
    if (value === undefined && required.includes(member)) {
      throw new MemoryError("invalid-input", `${name} needs the argument ${member}`);
    }
    if (value === undefined) continue;
    checked[member] = checkValue(value, one, { name: `${name}.${member}`, takesSecrets });
  }
  return checked;
}

/** Refuses unknown members. Their names may be secrets that a model has put in the wrong place. */
function checkKnown(given: unknown, known: readonly string[], { name, takesSecrets }: Place): void {
  if (!takesSecrets) return checkMembers(given, name, known);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw invalidInput(name, "an object");
  }
  if (Object.keys(given).every((member) => known.includes(member))) return;
  throw invalidInput(name, `an object with no members but ${known.join(", ")}`);
}

function checkValue(value: unknown, schema: ToolSchema, place: Place): unknown {
  if (schema.type === "object") return checkMembersOf(value, schema, place);
  const allowed = allowedUnless(value, schema);
  if (allowed !== undefined) {
    throw place.takesSecrets
      ? invalidInput(place.name, allowed)
      : invalidInput(place.name, allowed, value);
  }
  if (schema.type !== "array") return value;
  return Array.from(value as readonly unknown[], (item, index) =>
    checkValue(item, schema.items, { ...place, name: `${place.name}[${index}]` }),
  );
}

/** Returns what is allowed unless the value is. */
function allowedUnless(
  value: unknown,
  schema: Exclude<ToolSchema, ObjectSchema>,
): string | undefined {
  if (schema.type === "string") return textUnless(value, schema);
  if (schema.type === "array") return listUnless(value, schema);
  if (schema.type === "boolean") return typeof value === "boolean" ? undefined : "true or false";
  return numberUnless(value, schema);
}

function textUnless(value: unknown, schema: TextSchema): string | undefined {
  const { enum: list, minLength = 1, maxLength = MAX_TEXT } = schema;
  if (typeof value !== "string") return "a string";
  if (list) return list.includes(value) ? undefined : `one of ${list.join(", ")}`;
  if (value.length > maxLength) return `at most ${maxLength} characters long`;
  if (value.length < minLength && minLength > 1) return `at least ${minLength} characters long`;
  return value.trim() === "" && minLength > 0 ? "text that is not blank" : undefined;
}

function numberUnless(value: unknown, schema: NumberSchema): string | undefined {
  const { type, minimum, maximum } = schema;
  const isNumber = type === "integer" ? Number.isInteger(value) : Number.isFinite(value);
  if (isNumber && Number(value) >= minimum && Number(value) <= maximum) return undefined;
  const sort = type === "integer" ? "a whole number" : "a finite number";
  return `${sort} at least ${minimum} and at most ${maximum}`;
}

function listUnless(value: unknown, schema: ListSchema): string | undefined {
  const { minItems = 0, maxItems = MOST_ITEMS } = schema;
  if (!Array.isArray(value)) return "a list";
  if (value.length >= minItems && value.length <= maxItems) return undefined;
  return `a list of at least ${minItems} and at most ${maxItems} items`;
}
