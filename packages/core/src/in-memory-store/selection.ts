import type { Selection } from "../contracts/search.js";
import { compareText } from "../model/compare-text.js";
import type { Predicate, PredicateField, PredicateOperator } from "../model/filter.js";
import { isValidAt } from "../model/record.js";
import type { JsonObject, JsonPrimitive, JsonValue, MemoryRecord } from "../model/record.js";
import { isWithin } from "../model/scope.js";
import type { Scope } from "../model/scope.js";

/** Whether a selection has this scope, whatever its other conditions say. */
export function isInScopes(scope: Scope, selection: Pick<Selection, "within" | "reach">): boolean {
  return selection.within.some(
    (ancestor) =>
      isWithin(scope, ancestor) &&
      (selection.reach === "below" || scope.length === ancestor.length),
  );
}

/** Whether a selection has this record. */
export function matchesSelection(record: MemoryRecord, selection: Selection): boolean {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  return (
    isInScopes(record.scope, selection) &&
    (kinds === undefined || kinds.includes(record.kind)) &&
    (now === undefined || !isExpired(record, now)) &&
    (validAt === undefined || isValidAt(record, validAt)) &&
    (includeArchived || record.archivedAt === undefined) &&
    (where === undefined || matchesPredicate(record, where))
  );
}

/** Whether a record exists no more. */
export function isExpired(record: MemoryRecord, now: Date): boolean {
  return record.expiresAt !== undefined && record.expiresAt <= now;
}

/**
 * Whether writing the same again would be a duplicate of this record: neither expired, archived nor
 * retired.
 */
export function isCurrent(record: MemoryRecord, now: Date): boolean {
  return (
    !isExpired(record, now) &&
    record.archivedAt === undefined &&
    (record.validTo === undefined || record.validTo > now)
  );
}

/**
 * Whether a predicate holds for a record. This is what every store's translation has to agree with.
 */
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

/** Two-valued: a comparison with what is missing or of another type is false, never unknown. */
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

/** What is missing equals `null`; an object or a list equals nothing. */
function equalsAny(value: JsonValue | undefined, operands: readonly JsonPrimitive[]): boolean {
  return operands.some((operand) => (value ?? null) === operand);
}

/**
 * Numbers with numbers, strings with strings by code point; `NaN`, and so false, for everything
 * else.
 */
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

/** The value at the end of a path through the own members of objects; lists are not entered. */
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
