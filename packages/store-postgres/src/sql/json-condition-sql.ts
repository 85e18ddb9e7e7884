import type { JsonPrimitive } from "@kioku/core";
import type { PredicateField, PredicateOperator } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { textArray } from "../client/encode-array.js";

type JsonField = Extract<PredicateField, { readonly type: "json" }>;
type Sql = RawBuilder<unknown>;
type Truth = RawBuilder<SqlBool>;

const COLUMNS: Readonly<Record<JsonField["root"], Sql>> = {
  metadata: sql.raw("r.metadata"),
  value: sql.raw("r.value"),
};
const COMPARISONS = { gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/**
 * A condition on a place inside a JSON column. Values are compared as the JSON text that
 * `JSON.stringify` wrote, which is one text per value and knows types; numbers are ordered as
 * doubles. A cast stands inside a `case` that asks for the type first, because PostgreSQL evaluates
 * conditions in any order.
 */
export function jsonConditionSql(
  field: JsonField,
  operator: PredicateOperator,
  operands: readonly JsonPrimitive[],
): Truth {
  const place = placeSql(field);
  const [operand = null] = operands;
  switch (operator) {
    case "exists":
      return sql<SqlBool>`${place} is not null`;
    case "eq":
    case "in":
      return isOneOf(place, operands);
    case "contains":
      return contains(place, operand);
    case "gt":
    case "gte":
    case "lt":
    case "lte":
      return isOrdered(place, sql.raw(COMPARISONS[operator]), operand);
    default:
      return operator satisfies never;
  }
}

/**
 * Goes through objects only: other operators would take a name such as `0` for a place in a list.
 */
function placeSql({ root, path }: JsonField): Sql {
  const steps = path.map((name) => sql` -> ${name}::text`);
  return sql`(${COLUMNS[root]}${sql.join(steps, sql``)})`;
}

function isOneOf(place: Sql, operands: readonly JsonPrimitive[]): Truth {
  const texts = operands.map((operand) => JSON.stringify(operand));
  // A missing place is as good as null.
  const given = sql`coalesce(${place}::text, 'null')`;
  return texts.length === 1
    ? sql<SqlBool>`${given} = ${texts[0]}`
    : sql<SqlBool>`${given} = any(${textArray(texts)}::text[])`;
}

function contains(place: Sql, operand: JsonPrimitive): Truth {
  return sql<SqlBool>`case when json_typeof(${place}) = 'array'
    then exists (select from json_array_elements(${place}) as e(item) where e.item::text = ${JSON.stringify(operand)})
    else false end`;
}

function isOrdered(place: Sql, comparison: Sql, operand: JsonPrimitive): Truth {
  if (typeof operand === "string") {
    return sql<SqlBool>`case when json_typeof(${place}) = 'string'
      then (${place} #>> '{}') collate "C" ${comparison} ${operand} else false end`;
  }
  if (typeof operand === "number") {
    return sql<SqlBool>`case when json_typeof(${place}) = 'number'
      then (${place}::text)::float8 ${comparison} ${operand}::float8 else false end`;
  }
  return sql<SqlBool>`false`;
}
