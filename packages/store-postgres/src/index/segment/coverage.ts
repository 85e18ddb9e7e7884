import { sql, type RawBuilder, type SqlBool } from "kysely";

import { numberArray, textArray } from "../../sql/encode.js";
import type { Names } from "../../sql/names.js";

/** Above every number. With two bounds the planner takes the index, with one it reads the table. */
const END = "9223372036854775807";

/** Returns the condition for texts (`records as r`) that the scope's segment does not cover. */
export function isUncovered(names: Names, scope: string): RawBuilder<SqlBool> {
  const covers = sql`(select s.covers from ${names.segments} as s where s.scope = ${scope})`;
  return sql<SqlBool>`r.scope = ${scope} and ${isBeyond(covers)}`;
}

/** Returns the condition for texts with a number above `covers`; all where that is null. */
export function isBeyond(covers: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`r.number > coalesce(${covers}, 0) and r.number < ${sql.lit(END)}::bigint`;
}

/** A text that is deleted, replaced, or no longer searchable. */
interface RemovedText {
  readonly scope: string;
  /** `records.number`, which is never reused. */
  readonly number: number;
}

/** Marks texts as removed for the segments of their scopes, which must be locked. */
export function tombstoneTexts(names: Names, texts: readonly RemovedText[]): RawBuilder<unknown> {
  return sql`
    insert into ${names.graves} (scope, number)
    select g.scope, g.number
    from unnest(
      ${textArray(texts.map(({ scope }) => scope))}::text[],
      ${numberArray(texts.map(({ number }) => number))}::bigint[]
    ) as g (scope, number)
    join ${names.segments} as s on s.scope = g.scope and g.number <= s.horizon
    on conflict do nothing`;
}
