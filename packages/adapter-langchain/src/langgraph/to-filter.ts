import type { Filter, JsonObject, JsonPrimitive, JsonValue } from "@kioku/core";
import {
  hashText,
  toStorableText,
  checkBoolean,
  checkObject,
  invalidInput,
} from "@kioku/core/toolkit";

interface Operand {
  readonly path: string;
  readonly value: unknown;
  readonly name: string;
}

const OPERATORS: Readonly<Record<string, (operand: Operand) => Filter>> = {
  $eq: equal,
  $ne: (operand) => ({ $not: equal(operand) }),
  $gt: (operand) => ({ [operand.path]: { $gt: ordered(operand) } }),
  $gte: (operand) => ({ [operand.path]: { $gte: ordered(operand) } }),
  $lt: (operand) => ({ [operand.path]: { $lt: ordered(operand) } }),
  $lte: (operand) => ({ [operand.path]: { $lte: ordered(operand) } }),
  $in: oneOf,
  $nin: (operand) => ({ $not: oneOf(operand) }),
  $exists: ({ path, value, name }) => ({ [path]: { $exists: checkBoolean(value, name) } }),
};

/**
 * Converts a LangGraph filter on top-level members of the value. Equality is `===`: `null` differs
 * from a missing member, which equals `undefined`. Numbers compare with numbers and strings with
 * strings, unlike in `InMemoryStore`. Dates stand for their ISO 8601 text.
 */
export function toFilter(filter: unknown, name: string): Filter | undefined {
  if (filter === undefined || filter === null) return undefined;
  checkObject(filter, name);
  const clauses = Object.entries(filter).flatMap(([member, condition]: [string, unknown]) => {
    const field = { path: fieldPath(member), name: `${name}[${quote(member)}]` };
    if (!isComparison(condition)) return [equal({ ...field, value: condition })];
    return compare(field, condition);
  });
  return clauses.length === 0 ? undefined : { $and: clauses };
}

function isComparison(condition: unknown): condition is object {
  return typeof condition === "object" && condition !== null && !(condition instanceof Date);
}

function compare(
  field: { readonly path: string; readonly name: string },
  comparison: object,
): readonly Filter[] {
  checkObject(comparison, field.name);
  const entries = Object.entries(comparison) as [string, unknown][];
  if (entries.length === 0) throw invalidInput(field.name, "a value or comparisons", comparison);
  return entries.map(([key, value]) => {
    const operator = Object.hasOwn(OPERATORS, key) ? OPERATORS[key] : undefined;
    const allowed = Object.keys(OPERATORS).join(", ");
    if (!operator) throw invalidInput(`operator of ${field.name}`, `one of ${allowed}`, key);
    return operator({ path: field.path, value, name: `${field.name}.${key}` });
  });
}

function equal({ path, value, name }: Operand): Filter {
  if (value === undefined) return { [path]: { $exists: false } };
  // Core treats a missing member as null.
  if (value === null) return { $and: [{ [path]: { $exists: true } }, { [path]: null }] };
  return { [path]: { $eq: primitive(value, name) } };
}

function oneOf({ path, value, name }: Operand): Filter {
  if (!Array.isArray(value)) throw invalidInput(name, "a list", value);
  const values = Array.from(value, (one: unknown, index) => primitive(one, `${name}[${index}]`));
  const others: Filter = { [path]: { $in: values.filter((one) => one !== null) } };
  return values.includes(null) ? { $or: [others, equal({ path, value: null, name })] } : others;
}

function primitive(value: unknown, name: string): JsonPrimitive {
  if (value === null || typeof value === "boolean") return value;
  return comparable(value, name, "a string, a finite number, true, false or null");
}

function ordered({ value, name }: Operand): number | string {
  return comparable(value, name, "a string or a finite number");
}

function comparable(value: unknown, name: string, allowed: string): number | string {
  if (typeof value === "string") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  throw invalidInput(name, allowed, value);
}

function quote(member: string): string {
  return JSON.stringify(member.slice(0, 64));
}

/** Names that core's filters can express. */
const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63}$/u;

/** Returns the filter path of a top-level member; inexpressible names are in the metadata. */
function fieldPath(name: string): string {
  return PLAIN.test(name) ? `@value.${name}` : `langgraph.fields.${hashedName(name)}`;
}

/** Returns the top-level members with inexpressible names under hashed ones, if there are any. */
export function hashedFields(value: JsonObject): JsonObject | undefined {
  const odd = Object.entries(value).filter(([name]) => !PLAIN.test(name));
  if (odd.length === 0) return undefined;
  return Object.fromEntries(odd.map(([name, member]) => [hashedName(name), outline(member)]));
}

/** Reduces objects and lists to their presence, which is all that comparisons see. */
function outline(member: JsonValue | undefined): JsonValue | undefined {
  return typeof member === "object" && member !== null ? {} : member;
}

function hashedName(name: string): string {
  return `h${hashText(toStorableText(name)).slice(0, 32)}`;
}
