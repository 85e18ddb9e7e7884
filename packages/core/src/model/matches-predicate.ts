import { compareText } from "./compare-text.js";
import type { Predicate, PredicateField, PredicateOperator } from "./filter.js";
import type { JsonObject, JsonPrimitive, JsonValue, MemoryRecord } from "./record.js";

/** Evaluates a predicate. The translations of all stores have to agree with this. */
export function matchesPredicate(record: MemoryRecord, predicate: Predicate): boolean {
  if (predicate.type === "condition") {
    const value = fieldValue(record, predicate.field);
    return OPERATORS[predicate.operator](value, predicate.operands);
  }
  if (predicate.type === "not") return !matchesPredicate(record, predicate.clause);
  const holds = (clause: Predicate): boolean => matchesPredicate(record, clause);
  return predicate.type === "and" ? predicate.clauses.every(holds) : predicate.clauses.some(holds);
}

type Operator = (value: JsonValue | undefined, operands: readonly JsonPrimitive[]) => boolean;

/** Two-valued: a comparison with a missing value or one of another type is false, never unknown. */
const OPERATORS: Readonly<Record<PredicateOperator, Operator>> = {
  exists: (value) => value !== undefined,
  eq: equalsAny,
  in: equalsAny,
  contains: (value, operands) =>
    Array.isArray(value) && operands.some((one) => value.includes(one)),
  gt: (value, operands) => operands.some((one) => compare(value, one) > 0),
  gte: (value, operands) => operands.some((one) => compare(value, one) >= 0),
  lt: (value, operands) => operands.some((one) => compare(value, one) < 0),
  lte: (value, operands) => operands.some((one) => compare(value, one) <= 0),
};

/** Treats a missing value as `null`; objects and lists equal nothing. */
function equalsAny(value: JsonValue | undefined, operands: readonly JsonPrimitive[]): boolean {
  return operands.some((operand) => (value ?? null) === operand);
}

/** Compares numbers, and strings by code point; `NaN`, and so false, for all other values. */
function compare(value: JsonValue | undefined, operand: JsonPrimitive): number {
  if (typeof value === "number" && typeof operand === "number") return value - operand;
  if (typeof value === "string" && typeof operand === "string") return compareText(value, operand);
  return Number.NaN;
}

function fieldValue(record: MemoryRecord, field: PredicateField): JsonValue | undefined {
  if (field.type === "json") return valueAt(record[field.root], field.path);
  if (field.type === "instant") return record[field.name]?.getTime();
  if (field.name === "valence" || field.name === "arousal") return record.emotion?.[field.name];
  return record[field.name];
}

/** Follows a path through the own members of objects; lists are not entered. */
function valueAt(root: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let value = root;
  for (const name of path) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
