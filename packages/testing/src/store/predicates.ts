import assert from "node:assert/strict";

import type { JsonPrimitive, JsonValue } from "@kioku/core";
import type {
  CompleteStore,
  Predicate,
  PredicateField,
  PredicateOperator,
} from "@kioku/core/toolkit";

import { putOp, testRecord } from "../test-records.js";
import { listNumbers } from "./requests.js";

/** The metadata field at this path. */
export function metadata(...path: readonly string[]): PredicateField {
  return { type: "json", root: "metadata", path };
}

/** One condition. */
export function condition(
  field: PredicateField,
  operator: PredicateOperator,
  ...operands: readonly JsonPrimitive[]
): Predicate {
  return { type: "condition", field, operator, operands };
}

/** All of these hold. */
export function and(...clauses: readonly Predicate[]): Predicate {
  return { type: "and", clauses };
}

/** At least one of these holds. */
export function or(...clauses: readonly Predicate[]): Predicate {
  return { type: "or", clauses };
}

/** This does not hold. */
export function not(clause: Predicate): Predicate {
  return { type: "not", clause };
}

/** Least first. */
export const NUMBERS: readonly number[] = [
  -1e308,
  -3,
  0,
  5e-324,
  0.3,
  0.1 + 0.2,
  1,
  10,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e308,
];

/** Least first, by code point: capitals before small letters, BMP before astral characters. */
export const TEXTS: readonly string[] = [
  ["", "1", "10", "9", "B", "a", "a\u0001", "a b", "e\u0301", "null", "true", "é", "\uFF61"],
  ["😀", "😁"],
].flat();

/** Values of the field in record 0, 1, 2 and so on; record 0 does not have it. */
export const FIELD: readonly (JsonValue | undefined)[] = [
  undefined,
  null,
  false,
  true,
  ...NUMBERS,
  ...TEXTS,
  [],
  [1, "a", null, true],
  ["1", [1], { a: 1 }],
  ["10", 0.3, false, ""],
  {},
  { a: 1 },
];

export const PRIMITIVES: readonly JsonPrimitive[] = FIELD.filter(
  (value): value is JsonPrimitive => value !== undefined && typeof value !== "object",
);

export async function writeFields(store: CompleteStore): Promise<void> {
  const records = FIELD.map((field, n) => testRecord(n, { metadata: { field, other: n } }));
  await store.write(records.map((record) => putOp(record)));
}

/** The numbers of the records whose field is such. */
export function numbersWhere(holds: (field: JsonValue | undefined) => boolean): number[] {
  return FIELD.flatMap((field, index) => (holds(field) ? index : []));
}

/** Checks a condition, and that its negation is exactly the rest. */
export async function expectField(
  store: CompleteStore,
  [operator, ...operands]: readonly [PredicateOperator, ...JsonPrimitive[]],
  expected: readonly number[],
): Promise<void> {
  const where: Predicate = condition(metadata("field"), operator, ...operands);
  const what = `${operator} ${JSON.stringify(operands)}`;
  assert.deepEqual(await listNumbers(store, { where }), expected, what);
  const rest = FIELD.flatMap((_, index) => (expected.includes(index) ? [] : index));
  assert.deepEqual(await listNumbers(store, { where: not(where) }), rest, `not ${what}`);
}

/** For gt, gte, lt and lte: the values of the same type on the right side of the operand. */
export async function checkOrder(
  store: CompleteStore,
  values: readonly (number | string)[],
): Promise<void> {
  const numbers = values.map((value) => FIELD.indexOf(value));
  for (const [index, operand] of values.entries()) {
    await expectField(store, ["gt", operand], numbers.slice(index + 1));
    await expectField(store, ["gte", operand], numbers.slice(index));
    await expectField(store, ["lt", operand], numbers.slice(0, index));
    await expectField(store, ["lte", operand], numbers.slice(0, index + 1));
  }
}
