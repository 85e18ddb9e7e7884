import { sql } from "kysely";
import type { Expression, SqlBool } from "kysely";

/** Whether an expression is one of these values; one statement for any number of them. */
export function oneOf(
  expression: Expression<unknown>,
  values: readonly (string | number)[],
): Expression<SqlBool> {
  return values.length === 1
    ? sql<SqlBool>`${expression} = ${values[0]}`
    : sql<SqlBool>`${expression} in (select value from json_each(${JSON.stringify(values)}))`;
}
