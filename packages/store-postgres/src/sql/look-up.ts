import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * Joins the rows of a table that have the scope and the id of `w`. As a lookup for each row of `w`
 * it cannot become a scan of the whole table, which the planner prefers for a hundred rows of a
 * table that is in memory.
 */
export function lookUp(table: RawBuilder<unknown>, alias: string): RawBuilder<unknown> {
  const name = sql.ref(alias);
  return sql`cross join lateral (select * from ${table} as o
    where o.scope = w.scope and o.id = w.id offset 0) as ${name}`;
}
