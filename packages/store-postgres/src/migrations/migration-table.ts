import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { textArray } from "../client/encode-array.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES, STORED_FUNCTIONS } from "../sql/names.js";
import type { Names } from "../sql/names.js";
import type { Layout } from "./layout.js";

/** The step of a migration that is its transaction; the others have the names of indexes. */
export const TABLES_STEP = "tables";

/** Makes the table that says what was done. */
export function createMigrationTable(names: Names): RawBuilder<unknown> {
  return sql`
create table if not exists ${names.migrations} (
  version integer not null,
  step text collate "C" not null,        -- tables, or an index that was built after them
  checksum text not null,                -- of what the migration says
  layout text,                           -- of version 1: how the tables are divided, as JSON
  shape text,                            -- columns, indexes and functions when the version was complete, as JSON
  claimed_at timestamptz not null default now(),
  holder text,                           -- who has claimed it
  done_at timestamptz,                   -- null while it is being done
  primary key (version, step)
)`;
}

/** Notes that the tables of a version are made. */
export function recordTables(
  names: Names,
  version: number,
  { checksum, layout }: { readonly checksum: string; readonly layout: Layout },
): RawBuilder<unknown> {
  const divided = version === 1 ? sql.lit(JSON.stringify(layout)) : sql`null`;
  return sql`
insert into ${names.migrations} (version, step, checksum, layout, done_at)
values (${sql.lit(version)}, ${sql.lit(TABLES_STEP)}, ${sql.lit(checksum)}, ${divided}, now())`;
}

/** Notes that all of a version is done, and what the tables look like now. */
export function recordShape(names: Names, version: number): RawBuilder<unknown> {
  return sql`
update ${names.migrations} set shape = (select json_object_agg(name, value order by name) from (${shapeOf(names)}) as found)
where version = ${sql.lit(version)} and step = ${sql.lit(TABLES_STEP)} and shape is null`;
}

/**
 * Columns, indexes and functions as the catalogue has them: `name` and `value`. Nothing of it
 * depends on a search path.
 */
export function shapeOf({ schema, operator }: Names): RawBuilder<unknown> {
  const tables = sql`
select c.oid, c.relname from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${sql.lit(schema)} and c.relname = any (${sql.lit(textArray([...SCOPED_TABLES, "spaces"]))}::text[])`;
  return sql`
select c.relname || '.' || a.attname as name,
  concat_ws(' ', t.typname, a.atttypmod, o.collname, a.attnotnull, a.attidentity) as value
from (${tables}) as c
join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
join pg_type as t on t.oid = a.atttypid
left join pg_collation as o on o.oid = a.attcollation
union all
select x.relname, concat_ws(' ', i.indisunique, i.indisvalid,
  array(select pg_get_indexdef(i.indexrelid, k, false) from generate_series(1, i.indnkeyatts) as k),
  pg_get_expr(i.indpred, i.indrelid))
from (${tables}) as c
join pg_index as i on i.indrelid = c.oid
join pg_class as x on x.oid = i.indexrelid
join pg_am as m on m.oid = x.relam
where m.amname = 'btree'
union all
select p.proname || '()', concat_ws(' ', md5(replace(replace(p.prosrc, ${sql.lit(`${compile(sql.id(schema)).text}.`)}, ''), ${sql.lit(compile(operator("<#>")).text)}, '')),
  p.provolatile, p.prosecdef, p.proconfig)
from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
where n.nspname = ${sql.lit(schema)} and p.proname = any (${sql.lit(textArray(STORED_FUNCTIONS))}::text[])`;
}
