import type { JsonPrimitive } from "@kioku/core";
import type { PredicateField, PredicateOperator } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { Expression, RawBuilder, SqlBool } from "kysely";

type JsonField = Extract<PredicateField, { readonly type: "json" }>;
type Truth = RawBuilder<SqlBool>;

const COLUMNS = { metadata: "r.metadata", value: "r.value" } as const;
const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * A condition on a place inside a JSON column. Values are compared as the JSON text that
 * `JSON.stringify` wrote, which is one text per value and knows types; numbers are ordered as
 * doubles, because SQLite would keep large ones as integers.
 */
export function jsonConditionSql(
  field: JsonField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const column = sql.ref(COLUMNS[field.root]);
  const path = pathText(field.path);
  const [operand] = operands;
  switch (operator) {
    case "exists":
      return sql<SqlBool>`json_type(${column}, ${path}) is not null`;
    case "eq":
    case "in":
      return isOneOf(sql`${column} -> ${path}`, operands);
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

/** An SQLite JSON path through objects. It is bound as a parameter like every value. */
function pathText(path: readonly string[]): string {
  return `$${path.map((segment) => `."${segment}"`).join("")}`;
}

function isOneOf(json: Expression<unknown>, operands: readonly JsonPrimitive[]): Truth {
  const texts = operands.map((operand) => JSON.stringify(operand));
  // A missing place is as good as null.
  const given = sql`coalesce(${json}, 'null')`;
  if (texts.length === 1) return sql<SqlBool>`${given} = ${texts[0]}`;
  return sql<SqlBool>`${given} in (select value from json_each(${JSON.stringify(texts)}))`;
}

function contains(place: Expression<unknown>, operand: JsonPrimitive): Truth {
  return sql<SqlBool>`(json_type(${place}) is 'array' and exists (
    select 1 from json_each(${place}) as element where ${isElement(operand)}))`;
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
