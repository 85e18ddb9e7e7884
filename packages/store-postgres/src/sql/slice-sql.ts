import { isOneScope } from "@kioku/core/toolkit";
import type { PathSlice } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

type Sql = RawBuilder<unknown>;

/** Whether columns of a path and a name are of a slice. */
export function inSlice(slice: PathSlice, scope: Sql, name: Sql): RawBuilder<SqlBool> {
  const { from, to } = slice;
  // A slice of several scopes begins with the first name.
  return isOneScope(slice)
    ? sql<SqlBool>`(${scope} = ${from} and ${name} >= ${slice.name})`
    : sql<SqlBool>`(${scope} >= ${from} and ${scope} < ${to})`;
}
