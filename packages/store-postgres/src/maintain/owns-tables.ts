import { sql } from "kysely";

import { textArray } from "../client/encode-array.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { Workshop } from "../store-session.js";

/**
 * Whether the role of the connection owns the tables, or is a member of who does. To others
 * `analyze` and `vacuum` do nothing, and call it a success.
 */
export async function ownsTables({ driver, database: { names } }: Workshop): Promise<boolean> {
  const [found] = await driver.rows<{ owned: boolean }>(
    compile(sql`
      select coalesce(bool_and(pg_has_role(c.relowner, 'USAGE')), false) as owned
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${names.schema} and c.relname = any (${textArray(SCOPED_TABLES)}::text[])`),
  );
  return found?.owned === true;
}
