import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { DatabaseContext } from "../../store-context.js";
import { rowsSql } from "./rows-sql.js";
import { REF_COLUMNS } from "./write-beside.js";
import type { EntryRef } from "./write-beside.js";

type Sql = RawBuilder<unknown>;

/** Removes what a table has of these records. */
export function removeOf(table: Sql, refs: readonly EntryRef[]): Sql {
  return sql`
    delete from ${table} as t using (${rowsSql(REF_COLUMNS, refs)}) as gone
    where t.scope = gone.scope and t.id = gone.id`;
}

/** Removes their vectors from all spaces. */
export function removeVectors({ names }: DatabaseContext, refs: readonly EntryRef[]): Sql {
  return sql`
    ${removeOf(names.vectors, refs)} and t.space = any(array(select id from ${names.spaces}))`;
}

/** Takes their keys from records that will have others, so that a record which gets one of these does not meet the old holder. */
export function releaseKeys({ names }: DatabaseContext, refs: readonly EntryRef[]): Sql {
  return sql`
    update ${names.records} as t set key = null from (${rowsSql(REF_COLUMNS, refs)}) as changed
    where t.scope = changed.scope and t.id = changed.id`;
}
