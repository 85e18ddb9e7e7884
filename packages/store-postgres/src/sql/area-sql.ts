import { pathsBelow } from "@kioku/core/toolkit";
import type { ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import { textArray } from "../client/encode-array.js";

/**
 * Whether a column of paths is of one of the areas. Every statement about records of selections
 * says this first.
 */
export function inAreas(
  column: RawBuilder<unknown>,
  areas: readonly ScopeRange[],
): RawBuilder<SqlBool> {
  const here = areas.filter(({ below }) => !below).map(({ path }) => path);
  const below = areas.filter((area) => area.below);
  const conditions: RawBuilder<unknown>[] = below.map(({ path }) => {
    const { from, to } = pathsBelow(path);
    return sql`${column} = ${path} or (${column} >= ${from} and ${column} < ${to})`;
  });
  const [only] = here;
  if (here.length === 1 && only !== undefined) conditions.push(sql`${column} = ${only}`);
  else if (here.length > 1) conditions.push(sql`${column} = any(${textArray(here)}::text[])`);
  if (conditions.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}
