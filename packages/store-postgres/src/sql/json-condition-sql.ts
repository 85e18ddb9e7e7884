import type { JsonPrimitive } from "@kioku/core";
import type { PredicateField, PredicateOperator } from "@kioku/core/toolkit";
import { sql, type RawBuilder, type SqlBool } from "kysely";

import { textArray } from "./encode.js";

type JsonField = Extract<PredicateField, { readonly type: "json" }>;
type Sql = RawBuilder<unknown>;
type Truth = RawBuilder<SqlBool>;

const COLUMNS: Readonly<Record<JsonField["root"], Sql>> = {
  metadata: sql.raw("r.metadata"),
  value: sql.raw("r.value"),
};
const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * Returns a condition on a value inside a JSON column. Values are compared as text of
 * `JSON.stringify`, numbers ordered as doubles. Casts stand inside a `case` on the type, because
 * PostgreSQL evaluates conditions in any order.
 */
export function jsonConditionSql(
  field: JsonField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const location = locationSql(field);
  const [operand = null] = operands;
  switch (operator) {
    case "exists":
      return sql<SqlBool>`${location} is not null`;
    case "eq":
    case "in":
      return isOneOf(location, operands);
    case "contains":
      return contains(location, operand);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isOrdered(location, sql.raw(COMPARISONS[operator]), operand);
    default:
      return operator satisfies never;
  }
}

/** Other operators would take a name such as `0` for an index of a list. */
function locationSql({ root, path }: JsonField): Sql {
  const steps = path.map((name) => sql` -> ${name}::text`);
  return sql`(${COLUMNS[root]}${sql.join(steps, sql``)})`;
}

function isOneOf(location: Sql, operands: readonly JsonPrimitive[]): Truth {
  const texts = operands.map((operand) => JSON.stringify(operand));
  // A missing value equals null.
  const given = sql`coalesce(${location}::text, 'null')`;
  return texts.length === 1
    ? sql<SqlBool>`${given} = ${texts[0]}`
    : sql<SqlBool>`${given} = any(${textArray(texts)}::text[])`;
}

function contains(location: Sql, operand: JsonPrimitive): Truth {
  return sql<SqlBool>`case when json_typeof(${location}) = 'array'
    then exists (select from json_array_elements(${location}) as e(item) where e.item::text = ${JSON.stringify(operand)})
    else false end`;
}

function isOrdered(location: Sql, comparison: Sql, operand: JsonPrimitive): Truth {
  if (typeof operand === "string") {
    return sql<SqlBool>`case when json_typeof(${location}) = 'string'
      then (${location} #>> '{}') collate "C" ${comparison} ${operand} else false end`;
  }
  if (typeof operand === "number") {
    return sql<SqlBool>`case when json_typeof(${location}) = 'number'
      then (${location}::text)::float8 ${comparison} ${operand}::float8 else false end`;
  }
  return sql<SqlBool>`false`;
}
