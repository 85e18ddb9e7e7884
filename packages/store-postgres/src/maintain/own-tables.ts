import { sql } from "kysely";

import { INDEX_PREFIX } from "../index/vector-tables.js";
import { TABLE_NAMES } from "../sql/names.js";
import type { MaintenanceContext } from "../store-session.js";
import { runInAllScopes } from "./owner-access.js";

/** An own table of the catalogue, once for each of its indexes of vectors. */
export interface CatalogIndex {
  readonly table_name: string;
  /** True if its owner and privileges are those of `vectors`. */
  readonly has_rights: boolean;
  readonly name: string | null;
  readonly valid: boolean | null;
  readonly bytes: number | null;
}

interface OwnTables {
  /** Names of all. */
  readonly own: readonly string[];
  /** Names of those without a note, which nobody reads. */
  readonly orphaned: readonly string[];
  readonly catalog: ReadonlyMap<string, readonly CatalogIndex[]>;
}

/** Reads the own tables that exist. */
export async function readOwnTables(maintenance: MaintenanceContext): Promise<OwnTables> {
  const {
    driver,
    database: { names, dialect },
  } = maintenance;
  const bytes = dialect.nodes?.indexBytes(sql`c.oid`) ?? sql`pg_relation_size(x.oid)`;
  const found = await driver.rows<CatalogIndex>(sql`
      select c.relname as table_name, x.relname as name, i.indisvalid and i.indisready as valid,
        ${bytes} as bytes,
        c.relowner = v.relowner and c.relacl is not distinct from v.relacl as has_rights
      from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
      join pg_class as v on v.relnamespace = n.oid and v.relname = 'vectors'
      left join (pg_index as i join pg_class as x on x.oid = i.indexrelid and starts_with(x.relname, ${INDEX_PREFIX}))
        on i.indrelid = c.oid
      where n.nspname = ${names.schema} and c.relkind = 'r' and c.relname ~ ${`^${TABLE_NAMES}$`}
      order by 1, 2`);
  // Later: a table and its note are made together.
  const noted = await runInAllScopes<{ readonly name: string }>(
    maintenance,
    sql`select name from ${names.vector_tables}`,
  );
  const known = new Set(noted.map(({ name }) => name));
  const catalog = Map.groupBy(found, (row) => row.table_name);
  const own = [...catalog.keys()];
  return { own, orphaned: own.filter((name) => !known.has(name)), catalog };
}
