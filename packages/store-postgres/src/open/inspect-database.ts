import { sql, type RawBuilder } from "kysely";

import type { ResolvedOptions } from "../options.js";
import { POLICY } from "../schema/policies.js";
import type { Channel } from "../sql/driver.js";
import { textArray } from "../sql/encode.js";
import { SCOPED_TABLES, VECTOR_EXTENSION, TABLE_NAMES } from "../sql/names.js";

/** Facts from the catalogue about the extension, the schema and the role. */
export interface Inspection {
  /** Schema of the vector extension; null where it is missing, as are the next two. */
  readonly vector_schema: string | null;
  readonly vector_version: string | null;
  readonly vector_type: number | null;
  /** True if the schema has tables, views or sequences that belong to no extension. */
  readonly has_relations: boolean;
  /** True if the schema has our table of migrations. */
  readonly is_ours: boolean;
  /** Number of tables of scopes with our policy enabled, of all. */
  readonly secured: number;
  readonly tables: number;
  /** Names of own tables of large scopes, as JSON; null for none. */
  readonly own_tables: string | null;
  /** Number of tables that the role owns and whose policies do not bind their owner. */
  readonly unforced: number;
  /** Number of tables whose policy binds the role. */
  readonly binding: number;
  /** True if the database has the extension Citus. */
  readonly has_citus: boolean;
  /** The role's `extra_float_digits`; null where there is no such setting. */
  readonly float_digits: number | null;
  readonly is_superuser: boolean;
  readonly bypasses_policies: boolean;
}

/** Reads all that opening a store needs from the catalogue, in one statement without locks. */
export async function inspectDatabase(
  channel: Pick<Channel, "rows">,
  { schema }: { readonly schema: string },
): Promise<Inspection> {
  const [found] = await channel.rows<Inspection>(inspection(schema));
  if (!found) throw new Error("the catalogue has no row of the current role");
  return found;
}

const OWN = `^${TABLE_NAMES}$`;

function inspection(schema: string): RawBuilder<unknown> {
  return sql`
select e.nspname as vector_schema, e.extversion as vector_version, e.vector_type,
  exists (
    select from pg_class as c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and not exists (
      select from pg_depend as d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  ) as has_relations,
  exists (
    select from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'checksum'
    where c.relnamespace = n.oid and c.relname = 'migrations'
  ) as is_ours,
  coalesce(t.secured, 0) as secured, coalesce(t.unforced, 0) as unforced,
  coalesce(t.binding, 0) as binding, coalesce(t.tables, 0) as tables, t.own_tables, current_setting('extra_float_digits', true)::integer as float_digits,
  exists (select from pg_extension where extname = 'citus') as has_citus,
  u.rolsuper as is_superuser, u.rolbypassrls as bypasses_policies
from pg_roles as u
left join pg_namespace as n on n.nspname = ${schema}
left join (
  select s.nspname, x.extversion, y.oid as vector_type
  from pg_extension as x join pg_namespace as s on s.oid = x.extnamespace
  join pg_type as y on y.typnamespace = s.oid and y.typname = 'vector'
  where x.extname = ${VECTOR_EXTENSION}
) as e on true
left join lateral (
  select count(*) filter (where c.relrowsecurity and p.oid is not null) as secured,
    count(*) as tables, json_agg(c.relname) filter (where c.relname ~ ${OWN}) as own_tables,
    count(*) filter (where not c.relforcerowsecurity and pg_has_role(c.relowner, 'USAGE')) as unforced,
    count(*) filter (
      where c.relrowsecurity and p.oid is not null and (c.relforcerowsecurity or not pg_has_role(c.relowner, 'USAGE'))
    ) as binding
  from pg_class as c
  left join pg_policy as p on p.polrelid = c.oid and p.polname = ${POLICY}
  where c.relnamespace = n.oid and (c.relname = any (${textArray(SCOPED_TABLES)}::text[]) or c.relkind = 'r' and c.relname ~ ${OWN})
) as t on true
where u.rolname = current_user`;
}

/** Warns of settings of the server that change what is read. */
export function adviseSettings(
  { float_digits: digits }: Inspection,
  { onWarning }: Pick<ResolvedOptions, "onWarning">,
): void {
  if (digits !== null && digits < 1) {
    onWarning(
      `extra_float_digits is ${digits}, so numbers such as importance and strength are read rounded: set it to 1 for the role or the database`,
    );
  }
}
