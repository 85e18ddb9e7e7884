import { sql, type RawBuilder } from "kysely";

import { restrictTable } from "../schema/policies.js";
import type { Channel } from "../sql/driver.js";
import type { Names } from "../sql/names.js";
import type { StoreContext } from "../store-context.js";

interface Rights {
  readonly owner: string;
  readonly is_owner: boolean;
  readonly is_restricted: boolean;
}

interface Privilege {
  /** `null` for everybody. */
  readonly grantee: string | null;
  readonly privilege: string;
  readonly is_grantable: boolean;
}

/** Gives an own table the owner, the policy and the privileges of `vectors`. */
export async function copyRights(
  { channel, names, dialect }: StoreContext,
  table: string,
): Promise<void> {
  const own = sql.id(names.schema, table);
  const [rights] = await channel.rows<Rights>(sql`
    select pg_get_userbyid(c.relowner) as owner, c.relowner = current_user::regrole as is_owner,
      c.relrowsecurity as is_restricted
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = ${names.schema} and c.relname = 'vectors'`);
  if (rights?.is_restricted === true) {
    for (const statement of restrictTable(names, own, dialect)) await channel.rows(statement);
  }
  for (const { grantee } of await privilegesOf(channel, names, table)) {
    await channel.rows(sql`revoke all on ${own} from ${roleOf(grantee)}`);
  }
  for (const { grantee, privilege, is_grantable } of await privilegesOf(
    channel,
    names,
    "vectors",
  )) {
    const option = is_grantable ? sql` with grant option` : sql``;
    await channel.rows(sql`grant ${sql.raw(privilege)} on ${own} to ${roleOf(grantee)}${option}`);
  }
  if (rights?.is_owner === false) {
    await channel.rows(sql`alter table ${own} owner to ${sql.id(rights.owner)}`);
  }
}

function roleOf(grantee: string | null): RawBuilder<unknown> {
  return grantee === null ? sql`public` : sql.id(grantee);
}

async function privilegesOf(
  channel: Channel,
  { schema }: Names,
  table: string,
): Promise<readonly Privilege[]> {
  return channel.rows<Privilege>(sql`
    select r.rolname as grantee, a.privilege_type as privilege, a.is_grantable
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral aclexplode(c.relacl) as a left join pg_roles as r on r.oid = a.grantee
    where n.nspname = ${schema} and c.relname = ${table} and a.grantee <> c.relowner
      and (a.grantee = 0 or r.oid is not null)`);
}
