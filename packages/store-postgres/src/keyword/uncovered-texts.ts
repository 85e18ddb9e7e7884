import { sql } from "kysely";
import type { RawBuilder, SqlBool } from "kysely";

import type { Names } from "../sql/names.js";

/**
 * Every number is less. Of an open range whose bound it does not know, the planner expects a third
 * of the table and reads all of it; of a range with two ends it expects a two-hundredth, and takes
 * the index.
 */
const END = "9223372036854775807";

/**
 * Whether `records as r` is a text of the scope that its segment does not cover; the index
 * `records_by_number` answers it. A scope without a segment covers nothing.
 */
export function isUncovered(names: Names, scope: string): RawBuilder<SqlBool> {
  const covers = sql`(select s.covers from ${names.segments} as s where s.scope = ${scope})`;
  return sql<SqlBool>`r.scope = ${scope} and ${isBeyond(covers)}`;
}

/** Whether `records as r` is a text with a number beyond this, or any where there is none. */
export function isBeyond(covers: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`r.number > coalesce(${covers}, 0) and r.number < ${sql.lit(END)}::bigint`;
}
