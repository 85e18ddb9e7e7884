import { MemoryError } from "@kioku/core";
import { toStorableText } from "@kioku/core/toolkit";

import type { GivenFields, ItemKind, ShownFields } from "../model/kind-fields.js";
import { type FieldSchema, fieldsOf, SCHEMAS, shownFields } from "./item-schemas.js";

/** Longest stored text by the longest that is taken: a plugin may have replaced parts of it. */
const GROWTH = 2;

/**
 * Returns a copy of the fields of an item to be written, as every store can keep them.
 * @throws `invalid-input` for a model to act on; it quotes no text, which may be a secret.
 */
export function checkFields<K extends ItemKind>(
  kind: K,
  given: unknown,
  name: string,
): GivenFields[K] {
  const problem = findProblem(given, { name, fields: fieldsOf(kind), growth: 1 });
  if (problem !== undefined) throw new MemoryError("invalid-input", problem);
  const fields = copyFields(kind, given as GivenFields[K]);
  const { timeField } = SCHEMAS[kind];
  if (timeField !== undefined && timeOf(kind, fields) === undefined) {
    const allowed = "a time as YYYY-MM-DD HH:MM:SS in UTC, such as 2026-03-04 17:30:00";
    throw new MemoryError("invalid-input", `${name}.${timeField} must be ${allowed}`);
  }
  return fields;
}

/** Returns true for what can be the shown fields of a stored item. */
export function areShownFields<K extends ItemKind>(
  kind: K,
  given: unknown,
): given is ShownFields[K] {
  const asked = { name: "fields", fields: shownFields(kind), growth: GROWTH };
  if (findProblem(given, asked) !== undefined) return false;
  return SCHEMAS[kind].timeField === undefined || timeOf(kind, given as object) !== undefined;
}

/** Returns the instant that an item is of; `undefined` for kinds without one, and for no time. */
export function timeOf(kind: ItemKind, fields: object): Date | undefined {
  const { timeField } = SCHEMAS[kind];
  if (timeField === undefined) return undefined;
  const text = (fields as Readonly<Record<string, unknown>>)[timeField];
  if (typeof text !== "string" || !TIME.test(text)) return undefined;
  const date = new Date(`${text.replace(" ", "T")}Z`);
  // 30 February would be a day in March.
  const isTime = !Number.isNaN(date.getTime()) && timeToText(date) === text;
  return isTime ? date : undefined;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/u;

/** Writes an instant as fields have it. */
export function timeToText(date: Date): string {
  return date.toISOString().slice(0, 19).replace("T", " ");
}

interface Asked {
  readonly name: string;
  readonly fields: readonly (readonly [string, FieldSchema])[];
  readonly growth: number;
}

function findProblem(given: unknown, { name, fields, growth }: Asked): string | undefined {
  const names = fields.map(([field]) => field);
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    return `${name} must be an object with ${names.join(", ")}`;
  }
  if (!Object.keys(given).every((member) => names.includes(member))) {
    return `${name} has members that are no fields; it takes ${names.join(", ")}`;
  }
  const values = given as Readonly<Record<string, unknown>>;
  for (const [field, schema] of fields) {
    const value = values[field];
    if (value === undefined || value === null) return `${name} needs the field ${field}`;
    const problem = problemOf(value, schema, growth);
    if (problem !== undefined) return `${name}.${field} must be ${problem}`;
  }
  return undefined;
}

function problemOf(value: unknown, schema: FieldSchema, growth: number): string | undefined {
  if (schema.type === "array") {
    const { items, minItems = 0, maxItems = 0 } = schema;
    if (!Array.isArray(value) || value.length < minItems || value.length > maxItems) {
      return `a list of ${minItems} to ${maxItems} strings`;
    }
    const list = Array.from(value, (item: unknown) => problemOf(item, items, growth));
    const problem = list.find((one) => one !== undefined);
    return problem === undefined ? undefined : `a list of which each is ${problem}`;
  }
  const { enum: list, minLength = 1, maxLength = 0 } = schema;
  if (list) return list.includes(value as string) ? undefined : `one of ${list.join(", ")}`;
  if (typeof value !== "string") return "a string";
  if (value.length > maxLength * growth) return `at most ${maxLength} characters long`;
  return minLength > 0 && value.trim() === "" ? "text that is not blank" : undefined;
}

function copyFields<K extends ItemKind>(kind: K, given: GivenFields[K]): GivenFields[K] {
  const shown = new Set(shownFields(kind).map(([field]) => field));
  const copied = Object.entries(given).map(([field, value]: [string, string | string[]]) => {
    // A secret is kept to the letter.
    if (!shown.has(field)) return [field, value];
    return [field, typeof value === "string" ? toStorableText(value) : value.map(toStorableText)];
  });
  return Object.fromEntries(copied) as GivenFields[K];
}
