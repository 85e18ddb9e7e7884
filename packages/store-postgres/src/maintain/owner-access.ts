import { sql, type RawBuilder } from "kysely";

import { textArray } from "../sql/encode.js";
import { SCOPED_TABLES } from "../sql/names.js";
import { lacksVectorTable } from "../sql/to-memory-error.js";
import type { MaintenanceContext } from "../store-session.js";

/** Runs one statement that may read and change rows of all scopes. */
export async function runInAllScopes<Row>(
  { session }: MaintenanceContext,
  statement: RawBuilder<unknown>,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  return session.write({ signal }, { access: [""], lock: [] }, ({ channel }) =>
    channel.rows<Row>(statement),
  );
}

/** Runs work on an own table; `undefined` if that was dropped meanwhile, with its space. */
export async function unlessDropped<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (lacksVectorTable(error)) return undefined;
    throw error;
  }
}

/** Returns true if the role owns the tables: for others `vacuum` silently does nothing. */
export async function ownsTables({
  driver,
  database: { names },
}: MaintenanceContext): Promise<boolean> {
  const [found] = await driver.rows<{ owned: boolean }>(sql`
      select coalesce(bool_and(pg_has_role(c.relowner, 'USAGE')), false) as owned
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${names.schema} and c.relname = any (${textArray(SCOPED_TABLES)}::text[])`);
  return found?.owned === true;
}
