import { MemoryError } from "@kioku/core";
import { sql, type RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { Channel } from "../sql/driver.js";
import { textArray } from "../sql/encode.js";
import { SCOPED_TABLES, STORED_FUNCTIONS, type Names } from "../sql/names.js";
import type { Layout } from "./layout.js";
import { checksumOf, type Migration } from "./migration.js";

/** Name of the transactional step of a migration; other steps have names of indexes. */
export const TABLES_STEP = "tables";

/** Returns the statement that creates the table of migrations. */
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

/** Records that the tables of a version are made. */
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

/** Records that a version is complete, and the shape of the tables. */
export function recordShape(names: Names, version: number): RawBuilder<unknown> {
  return sql`
update ${names.migrations} set shape = (select json_object_agg(name, value order by name) from (${shapeOf(names)}) as found)
where version = ${sql.lit(version)} and step = ${sql.lit(TABLES_STEP)} and shape is null`;
}

/** Selects `name` and `value` of columns, indexes and functions, whatever the search path. */
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

/** State of a schema. */
export interface SchemaState {
  /** The highest version with a finished step; 0 for none. */
  readonly version: number;
  /** Finished steps, as written by `stepKey`. */
  readonly done: ReadonlySet<string>;
  /** True if nothing is left to do. */
  readonly current: boolean;
  /** Layout of the tables; `undefined` before version 1. */
  readonly layout: Layout | undefined;
}

/** Returns a step of a version as one text. */
export function stepKey(version: number, step: string): string {
  return `${version}/${step}`;
}

interface StepRow {
  readonly version: number;
  readonly step: string;
  readonly checksum: string;
  readonly layout: string | null;
  readonly is_done: boolean;
  readonly is_complete: boolean;
}

/** Reads the state of the schema. Throws if these migrations did not make it. */
export async function readSchemaState(
  channel: Pick<Channel, "rows">,
  names: Names,
  migrations: readonly Migration[],
): Promise<SchemaState> {
  const rows = await channel.rows<StepRow & { readonly difference: string | null }>(sql`
select m.version, m.step, m.checksum, m.layout, m.done_at is not null as is_done,
  m.shape is not null as is_complete, d.name as difference
from ${names.migrations} as m left join (
  select e.key as name
  from json_each_text((
    select shape::json from ${names.migrations}
    where step = ${sql.lit(TABLES_STEP)} order by version desc limit 1
  )) as e left join (${shapeOf(names)}) as f on f.name = e.key
  where f.value is distinct from e.value order by e.key collate "C" limit 1
) as d on true order by m.version, m.step`);
  const version = rows.at(-1)?.version ?? 0;
  requireKnown(names.schema, version, migrations);
  requireSame(names.schema, rows, migrations);
  const layout = rows.find((row) => row.layout !== null)?.layout;
  return {
    version,
    done: new Set(rows.filter((row) => row.is_done).map((row) => stepKey(row.version, row.step))),
    current: rows.some((row) => row.version === migrations.length && row.is_complete),
    layout: typeof layout === "string" ? (JSON.parse(layout) as Layout) : undefined,
  };
}

function requireKnown(schema: string, version: number, migrations: readonly Migration[]): void {
  if (version <= migrations.length) return;
  throw new MemoryError(
    "schema-too-new",
    `schema "${schema}" is of version ${version}, and this version of @kioku/store-postgres knows ${migrations.length}: ` +
      "update the package, or choose another schema",
  );
}

function requireSame(
  schema: string,
  rows: readonly (StepRow & { readonly difference: string | null })[],
  migrations: readonly Migration[],
): void {
  const difference = rows[0]?.difference;
  if (typeof difference === "string") throw otherLayout(schema, `"${difference}"`);
  const other = rows.find(({ version, step, checksum }) => {
    const migration = migrations[version - 1];
    return step === TABLES_STEP && migration && checksumOf(migration) !== checksum;
  });
  if (other) throw otherLayout(schema, `version ${other.version}`);
}

function otherLayout(schema: string, what: string): MemoryError {
  return new MemoryError(
    "store-failed",
    `schema "${schema}" has another ${what} than this version of @kioku/store-postgres makes: it was changed by hand, or was made by a ` +
      "version that was never released; restore a backup, or choose another schema",
  );
}
