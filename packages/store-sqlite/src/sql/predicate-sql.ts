import type { JsonPrimitive } from "@kioku/core";
import type {
  Condition,
  Predicate,
  PredicateField,
  PredicateOperator,
  RecordField,
} from "@kioku/core/toolkit";
import { expressionBuilder, sql, type Expression, type RawBuilder, type SqlBool } from "kysely";

import type { RecordsTable } from "../schema/rows.js";

/** Tables by the names that conditions use. */
export interface RecordsAsR {
  readonly r: RecordsTable;
}

type Truth = Expression<SqlBool>;

const COLUMNS: Readonly<Record<RecordField["name"], `r.${keyof RecordsTable}`>> = {
  id: "r.id",
  key: "r.key",
  kind: "r.kind",
  content: "r.content",
  thread: "r.thread",
  speaker: "r.speaker",
  form: "r.form",
  origin: "r.origin",
  trust: "r.trust",
  importance: "r.importance",
  version: "r.version",
  valence: "r.valence",
  arousal: "r.arousal",
  pinned: "r.pinned",
  createdAt: "r.created_at",
  updatedAt: "r.updated_at",
  occurredAt: "r.occurred_at",
  validFrom: "r.valid_from",
  validTo: "r.valid_to",
  expiresAt: "r.expires_at",
  archivedAt: "r.archived_at",
};

const GROUP_SIZE = 100;

const FALSE: RawBuilder<SqlBool> = sql<SqlBool>`0`;

/** JavaScript types of operands that can be compared with a column. */
const OPERAND_TYPES: Readonly<Record<RecordField["type"], "string" | "number" | "boolean">> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  instant: "number",
};

/** Compiles a predicate on `records as r`. No part of it is ever null, so `not` is exact. */
export function predicateSql(predicate: Predicate): Truth {
  const eb = expressionBuilder<RecordsAsR, "r">();
  switch (predicate.type) {
    case "and":
    case "or":
      return joined(
        predicate.type,
        predicate.clauses.map((clause) => predicateSql(clause)),
      );
    case "not":
      return eb.not(eb.parens(predicateSql(predicate.clause)));
    case "condition":
      return conditionSql(predicate);
    default:
      return predicate satisfies never;
  }
}

/** Nests groups, because SQLite limits expressions to 1,000 levels and counts each `and`. */
function joined(type: "and" | "or", clauses: readonly Truth[]): Truth {
  const eb = expressionBuilder<RecordsAsR, "r">();
  if (clauses.length <= GROUP_SIZE) return eb[type]([...clauses]);
  const groups: Truth[] = [];
  for (let start = 0; start < clauses.length; start += GROUP_SIZE) {
    groups.push(eb.parens(eb[type](clauses.slice(start, start + GROUP_SIZE))));
  }
  return joined(type, groups);
}

function conditionSql({ field, operator, operands }: Condition): Truth {
  return field.type === "json"
    ? jsonConditionSql(field, operator, operands)
    : columnConditionSql(field, operator, operands);
}

/** SQL of the operators that order. */
export const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

function columnConditionSql(
  field: RecordField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const column = sql.ref(COLUMNS[field.name]);
  const comparable = operands.filter((operand) => typeof operand === OPERAND_TYPES[field.type]);
  const [operand] = comparable.map((value) => (typeof value === "boolean" ? Number(value) : value));
  switch (operator) {
    case "exists":
      return sql<SqlBool>`${column} is not null`;
    case "contains":
      return FALSE;
    case "eq":
    case "in":
      return isOneOf(column, comparable, operands.includes(null));
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      if (operand === undefined || field.type === "boolean") return FALSE;
      return compared(field, sql<SqlBool>`${column} ${sql.raw(COMPARISONS[operator])} ${operand}`);
    default:
      return operator satisfies never;
  }
}

/** Avoids null. Only a bare comparison uses an index, and indexed instants are never null. */
function compared({ name }: RecordField, comparison: RawBuilder<SqlBool>): Truth {
  const isAlwaysThere = name === "createdAt" || name === "updatedAt";
  return isAlwaysThere ? comparison : sql<SqlBool>`(${comparison}) is true`;
}

function isOneOf(
  column: Expression<unknown>,
  operands: readonly JsonPrimitive[],
  orMissing: boolean,
): Truth {
  const values = operands.map((value) => (typeof value === "boolean" ? Number(value) : value));
  const listed =
    values.length === 1
      ? sql<SqlBool>`${column} is ${values[0]}`
      : sql<SqlBool>`(${column} in (select value from json_each(${JSON.stringify(values)}))) is true`;
  return orMissing ? sql<SqlBool>`(${listed} or ${column} is null)` : listed;
}

type JsonField = Extract<PredicateField, { readonly type: "json" }>;

const JSON_COLUMNS = { metadata: "r.metadata", value: "r.value" } as const;

/**
 * Compiles a condition on a path in a JSON column. Compares values as JSON text, which is unique
 * and typed; orders numbers as doubles, because SQLite would keep large ones as integers.
 */
function jsonConditionSql(
  field: JsonField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const column = sql.ref(JSON_COLUMNS[field.root]);
  const path = pathText(field.path);
  const [operand] = operands;
  switch (operator) {
    case "exists":
      return sql<SqlBool>`json_type(${column}, ${path}) is not null`;
    case "eq":
    case "in":
      return isJsonOneOf(sql`${column} -> ${path}`, operands);
    case "contains":
      return contains(sql`${column}, ${path}`, operand ?? null);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isOrdered({ column, path, comparison: COMPARISONS[operator] }, operand);
    default:
      return operator satisfies never;
  }
}

/** Returns an SQLite JSON path through objects, bound as a parameter. */
function pathText(path: readonly string[]): string {
  return `$${path.map((segment) => `."${segment}"`).join("")}`;
}

function isJsonOneOf(json: Expression<unknown>, operands: readonly JsonPrimitive[]): Truth {
  const texts = operands.map((operand) => JSON.stringify(operand));
  // A missing value counts as null.
  const given = sql`coalesce(${json}, 'null')`;
  if (texts.length === 1) return sql<SqlBool>`${given} = ${texts[0]}`;
  return sql<SqlBool>`${given} in (select value from json_each(${JSON.stringify(texts)}))`;
}

function contains(path: Expression<unknown>, operand: JsonPrimitive): Truth {
  return sql<SqlBool>`(json_type(${path}) is 'array' and exists (
    select 1 from json_each(${path}) as element where ${isElement(operand)}))`;
}

function isElement(operand: JsonPrimitive): Truth {
  if (typeof operand === "string") {
    return sql<SqlBool>`element.type = 'text' and element.value = ${operand}`;
  }
  if (typeof operand === "number") {
    return sql<SqlBool>`element.type in ('integer', 'real')
      and cast(element.value as real) = ${operand}`;
  }
  return sql<SqlBool>`element.type = ${String(operand)}`;
}

interface Ordering {
  readonly column: Expression<unknown>;
  readonly path: string;
  readonly comparison: string;
}

function isOrdered(
  { column, path, comparison }: Ordering,
  operand: JsonPrimitive | undefined,
): Truth {
  const operator = sql.raw(comparison);
  const type = sql`json_type(${column}, ${path})`;
  if (typeof operand === "string") {
    return sql<SqlBool>`(${type} = 'text' and ${column} ->> ${path} ${operator} ${operand}) is true`;
  }
  if (typeof operand === "number") {
    return sql<SqlBool>`(${type} in ('integer', 'real')
      and cast(${column} ->> ${path} as real) ${operator} ${operand}) is true`;
  }
  return sql<SqlBool>`0`;
}
