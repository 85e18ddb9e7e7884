import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { DatabaseContext } from "../../store-context.js";
import type { RecordEntry } from "../model/record-entry.js";
import { rowsSql } from "./rows-sql.js";
import type { Column } from "./rows-sql.js";
import { REF_COLUMNS } from "./write-beside.js";
import type { EntryRef } from "./write-beside.js";

type Sql = RawBuilder<unknown>;

/** A record, and the first version of it that stays. */
type KeptFrom = Pick<RecordEntry, "path" | "id" | "historyFrom">;

const KEPT_COLUMNS: readonly Column<KeptFrom>[] = [
  ...REF_COLUMNS,
  { name: "version", type: "integer", read: ({ historyFrom }) => historyFrom },
];

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

/**
 * Takes their keys from records that will have others, so that a record which gets one of these
 * does not meet the old holder.
 */
export function releaseKeys({ names }: DatabaseContext, refs: readonly EntryRef[]): Sql {
  return sql`
    update ${names.records} as t set key = null from (${rowsSql(REF_COLUMNS, refs)}) as changed
    where t.scope = changed.scope and t.id = changed.id`;
}

/** Removes the versions of these records that are before the first one to be kept. */
export function removeEarlier({ names }: DatabaseContext, refs: readonly KeptFrom[]): Sql {
  return sql`
    delete from ${names.history} as t using (${rowsSql(KEPT_COLUMNS, refs)}) as kept
    where t.scope = kept.scope and t.id = kept.id and t.version < kept.version`;
}
