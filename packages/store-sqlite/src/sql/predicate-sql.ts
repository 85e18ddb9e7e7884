import type { JsonPrimitive } from "@kioku/core";
import type { Condition, Predicate, PredicateOperator, RecordField } from "@kioku/core/toolkit";
import { expressionBuilder, sql } from "kysely";
import type { Expression, RawBuilder, SqlBool } from "kysely";

import { jsonConditionSql } from "./json-condition-sql.js";
import type { RecordsTable } from "./tables.js";

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

/** Which JavaScript type the operands for a column must have to compare with it at all. */
const OPERAND_TYPES: Readonly<Record<RecordField["type"], "string" | "number" | "boolean">> = {
  text: "string",
  number: "number",
  boolean: "boolean",
  instant: "number",
};

/**
 * A predicate about `records as r`. Every part of it is true or false, never null, so `not` is
 * exactly the rest.
 */
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

/**
 * In groups of groups, because SQLite allows expressions 1,000 levels deep and counts each `and` of
 * a chain as one.
 */
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

const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

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

/**
 * Never null. An index serves a bare comparison only, and every index by time is of columns that
 * every record has.
 */
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
