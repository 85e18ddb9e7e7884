import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Channel } from "../client/driver.js";
import { textArray } from "../client/encode-array.js";
import type { Dialect } from "../dialect/dialect.js";
import { POLICY } from "../isolation/policies.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES } from "../sql/names.js";

/** What the catalogue says of the extension, of the schema and of the role. */
export interface Inspection {
  /** Schema of the vector extension; null where it is not there, as are the two below. */
  readonly vector_schema: string | null;
  /** Empty where the type is built in. */
  readonly vector_version: string | null;
  /** Object id of the type `vector`. */
  readonly vector_type: number | null;
  /** Whether there are tables, views or sequences in the schema that belong to no extension. */
  readonly has_relations: boolean;
  /** Whether there is a table of migrations as ours is. */
  readonly is_ours: boolean;
  /** How many tables of scopes have our policy, and it is enabled. */
  readonly secured: number;
  /** How many tables the role owns whose policies do not bind their owner. */
  readonly unforced: number;
  /** How many tables have our policy, and it binds the role unless it is above all policies. */
  readonly binding: number;
  /** As `extra_float_digits` is set for the role; null where there is no such setting. */
  readonly float_digits: number | null;
  readonly is_superuser: boolean;
  readonly bypasses_policies: boolean;
}

/** What is inspected. */
export interface InspectedPlace {
  readonly schema: string;
  readonly dialect: Dialect;
}

/**
 * Reads all that opening a store has to know of the catalogue, in one statement that locks nothing.
 */
export async function inspectDatabase(
  channel: Pick<Channel, "rows">,
  { schema, dialect }: InspectedPlace,
): Promise<Inspection> {
  const [found] = await channel.rows<Inspection>(compile(inspection(schema, dialect)));
  if (!found) throw new Error("the catalogue has no row of the current role");
  return found;
}

function inspection(schema: string, { vectorExtension }: Dialect): RawBuilder<unknown> {
  return sql`
select e.nspname as vector_schema, e.extversion as vector_version, e.vector_type,
  exists (
    select from pg_class as c where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    and c.relname <> 'migration_lock' and not exists (
      select from pg_depend as d
      where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
    )
  ) as has_relations,
  exists (
    select from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'checksum'
    where c.relnamespace = n.oid and c.relname = 'migrations'
  ) as is_ours,
  coalesce(t.secured, 0) as secured, coalesce(t.unforced, 0) as unforced,
  coalesce(t.binding, 0) as binding, current_setting('extra_float_digits', true)::integer as float_digits,
  u.rolsuper as is_superuser, u.rolbypassrls as bypasses_policies
from pg_roles as u
left join pg_namespace as n on n.nspname = ${schema}
left join (${vectorType(vectorExtension)}) as e on true
left join lateral (
  select count(*) filter (where c.relrowsecurity and p.oid is not null) as secured,
    count(*) filter (where not c.relforcerowsecurity and pg_has_role(c.relowner, 'USAGE')) as unforced,
    count(*) filter (
      where c.relrowsecurity and p.oid is not null and (c.relforcerowsecurity or not pg_has_role(c.relowner, 'USAGE'))
    ) as binding
  from pg_class as c
  left join pg_policy as p on p.polrelid = c.oid and p.polname = ${POLICY}
  where c.relnamespace = n.oid and c.relname = any (${textArray(SCOPED_TABLES)}::text[])
) as t on true
where u.rolname = current_user`;
}

function vectorType(extension: string | undefined): RawBuilder<unknown> {
  if (extension === undefined) {
    return sql`
  select s.nspname, '' as extversion, y.oid as vector_type
  from pg_namespace as s join pg_type as y on y.typnamespace = s.oid and y.typname = 'vector'
  where s.nspname = 'pg_catalog'`;
  }
  return sql`
  select s.nspname, x.extversion, y.oid as vector_type
  from pg_extension as x join pg_namespace as s on s.oid = x.extnamespace
  join pg_type as y on y.typnamespace = s.oid and y.typname = 'vector'
  where x.extname = ${extension}`;
}
