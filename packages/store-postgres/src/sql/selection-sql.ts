import type { JsonPrimitive } from "@kioku/core";
import type {
  Condition,
  Predicate,
  PredicateOperator,
  RecordField,
  Selection,
} from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { booleanArray, numberArray, textArray } from "./encode.js";
import { jsonConditionSql } from "./json-condition-sql.js";
import type { RecordsTable } from "./names.js";

type Truth = RawBuilder<SqlBool>;

type Sql = RawBuilder<unknown>;

/** Returns the condition of a selection on `records as r`, without the scope: never null. */
export function selectionSql(selection: Omit<Selection, "within" | "reach">): RawBuilder<SqlBool> {
  const { kinds, where, now, validAt, includeArchived = false } = selection;
  const conditions: RawBuilder<unknown>[] = [];
  if (!includeArchived) conditions.push(sql`r.archived_at is null`);
  if (now) conditions.push(sql`(r.expires_at is null or r.expires_at > ${now.getTime()}::bigint)`);
  if (validAt) {
    const at = sql`${validAt.getTime()}::bigint`;
    conditions.push(sql`(r.valid_from is null or r.valid_from <= ${at})`);
    conditions.push(sql`(r.valid_to is null or r.valid_to > ${at})`);
  }
  const [kind] = kinds ?? [];
  if (kinds?.length === 1) conditions.push(sql`r.kind = ${kind}`);
  else if (kinds) conditions.push(sql`r.kind = any(${textArray(kinds)}::text[])`);
  if (where) conditions.push(sql`(${predicateSql(where)})`);
  return conditions.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

/** Column of a field, and true if it may be null. */
const COLUMNS: Readonly<
  Record<RecordField["name"], readonly [column: keyof RecordsTable, isOptional: boolean]>
> = {
  id: ["id", false],
  key: ["key", true],
  kind: ["kind", false],
  content: ["content", false],
  thread: ["thread", true],
  speaker: ["speaker", true],
  form: ["form", false],
  origin: ["origin", false],
  trust: ["trust", false],
  importance: ["importance", false],
  version: ["version", false],
  valence: ["valence", true],
  arousal: ["arousal", true],
  pinned: ["pinned", false],
  createdAt: ["created_at", false],
  updatedAt: ["updated_at", false],
  occurredAt: ["occurred_at", true],
  validFrom: ["valid_from", true],
  validTo: ["valid_to", true],
  expiresAt: ["expires_at", true],
  archivedAt: ["archived_at", true],
};

const FALSE: Truth = sql<SqlBool>`false`;
const NOTHING = { and: sql<SqlBool>`true`, or: FALSE } as const;

/** JavaScript types of operands that a column can be compared with. */
const OPERAND_TYPES: Readonly<Record<RecordField["type"], "string" | "number" | "boolean">> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  instant: "number",
};

/** Never null, so that `not` is the complement. */
function predicateSql(predicate: Predicate): Truth {
  switch (predicate.type) {
    case "and":
    case "or":
      return joined(
        predicate.type,
        predicate.clauses.map((clause) => predicateSql(clause)),
      );
    case "not":
      return sql<SqlBool>`not (${predicateSql(predicate.clause)})`;
    case "condition":
      return conditionSql(predicate);
    default:
      return predicate satisfies never;
  }
}

/** A single chain, which PostgreSQL flattens whatever its length. */
function joined(type: "and" | "or", clauses: readonly Truth[]): Truth {
  if (clauses.length === 0) return NOTHING[type];
  const grouped = clauses.map((clause) => sql`(${clause})`);
  return sql<SqlBool>`${sql.join(grouped, sql.raw(` ${type} `))}`;
}

function conditionSql({ field, operator, operands }: Condition): Truth {
  return field.type === "json"
    ? jsonConditionSql(field, operator, operands)
    : columnConditionSql(field, operator, operands);
}

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function columnConditionSql(
  field: RecordField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const [name, isOptional] = COLUMNS[field.name];
  const column = sql.ref(`r.${name}`);
  const comparable = operands.filter((operand) => typeof operand === OPERAND_TYPES[field.type]);
  switch (operator) {
    case "exists":
      return sql<SqlBool>`${column} is not null`;
    case "contains":
      return FALSE;
    case "eq":
    case "in":
      return isOneOf({ field, column, isOptional }, comparable, operands.includes(null));
    case "gt":
    case "gte":
    case "lt":
    case "lte": {
      const [operand] = comparable;
      if (operand === undefined || operand === null || field.type === "boolean") return FALSE;
      const comparison = sql.raw(COMPARISONS[operator]);
      const bound = sql`${operand}::${typeOf(field, comparable)}`;
      return whereThere(column, isOptional, sql`${column} ${comparison} ${bound}`);
    }
    default:
      return operator satisfies never;
  }
}

/** Never null, and still served by an index. */
function whereThere(column: Sql, isOptional: boolean, condition: Sql): Truth {
  return isOptional
    ? sql<SqlBool>`(${column} is not null and ${condition})`
    : sql<SqlBool>`${condition}`;
}

interface Column {
  readonly field: RecordField;
  readonly column: Sql;
  readonly isOptional: boolean;
}

function isOneOf(
  { field, column, isOptional }: Column,
  operands: readonly JsonPrimitive[],
  orMissing: boolean,
): Truth {
  const missing = orMissing && isOptional;
  if (operands.length === 0) return missing ? sql<SqlBool>`${column} is null` : FALSE;
  const type = typeOf(field, operands);
  const listed =
    operands.length === 1
      ? sql`${column} = ${operands[0]}::${type}`
      : sql`${column} = any(${arrayOf(operands)}::${type}[])`;
  return missing
    ? sql<SqlBool>`(${column} is null or ${listed})`
    : whereThere(column, isOptional, listed);
}

function arrayOf(operands: readonly JsonPrimitive[]): string {
  const numbers = operands.filter((operand) => typeof operand === "number");
  if (numbers.length > 0) return numberArray(numbers);
  const booleans = operands.filter((operand) => typeof operand === "boolean");
  if (booleans.length > 0) return booleanArray(booleans);
  return textArray(operands.filter((operand) => typeof operand === "string"));
}

/** Integers are compared as integers where possible: an index of integers serves nothing else. */
function typeOf(field: RecordField, operands: readonly JsonPrimitive[]): Sql {
  if (field.type === "text") return sql.raw("text");
  if (field.type === "boolean") return sql.raw("boolean");
  const isInteger = field.type === "instant" || field.name === "version";
  return sql.raw(isInteger && operands.every(Number.isSafeInteger) ? "bigint" : "float8");
}
