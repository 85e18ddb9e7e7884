import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { Workshop } from "../store-session.js";
import type { MaintainOptions } from "./maintain-options.js";
import { report } from "./report-progress.js";

/** So many changed rows mislead nobody. */
const FEW_CHANGES = 1_000;
/**
 * A tenth, as autovacuum has it by default; it looks only once a minute, and never at a divided
 * table as a whole.
 */
const CHANGED_SHARE = 0.1;

/**
 * Refreshes the statistics of tables that changed much since they were last looked at, and says
 * which.
 */
export async function analyzeTables(
  { driver, database: { names, dialect } }: Workshop,
  { signal, onProgress }: Pick<MaintainOptions, "signal" | "onProgress">,
): Promise<readonly string[]> {
  if (!dialect.supports.statistics) return [];
  const changed = await driver.rows<{ name: string }>(
    compile(sql`
      select coalesce(root.relname, c.relname) as name
      from pg_stat_all_tables as t join pg_class as c on c.oid = t.relid
      left join pg_class as root on root.oid = pg_partition_root(t.relid)
      where t.schemaname = ${names.schema} and c.relkind = 'r'
      group by 1
      having sum(t.n_mod_since_analyze) > greatest(${FEW_CHANGES}::bigint, ${CHANGED_SHARE}::double precision * sum(t.n_live_tup))
      order by 1`),
  );
  const tables = changed.map(({ name }) => name);
  for (const [done, name] of tables.entries()) {
    signal?.throwIfAborted();
    report(onProgress, { phase: "statistics", scope: [], done, total: tables.length });
    await driver.outside((channel) =>
      channel.rows(compile(sql`analyze ${sql.id(names.schema, name)}`)),
    );
  }
  return tables;
}
