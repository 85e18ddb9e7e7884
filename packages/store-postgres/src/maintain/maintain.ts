import { MemoryError, type Scope } from "@kioku/core";
import { pathToScope, scopeToPath } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { buildSegment } from "../index/segment/build-segment.js";
import { dropSegments } from "../index/segment/segment-rows.js";
import { staleSegments } from "../index/segment/stale-segments.js";
import type { StoreSession, MaintenanceContext } from "../store-session.js";
import { checkMaintainOptions, report } from "./maintain-options.js";
import type { MaintainOptions, MaintenanceReport } from "./maintain-options.js";
import { maintainTables } from "./maintain-tables.js";
import { ownsTables, unlessDropped } from "./owner-access.js";
import { withClaim } from "./with-claim.js";

const NOTHING: MaintenanceReport = {
  isBusy: true,
  built: [],
  kept: 0,
  dropped: 0,
  segments: [],
  analyzed: [],
};

/** Creates and drops indexes and refreshes statistics to fit the sizes of scopes. */
export async function maintain(
  session: StoreSession,
  options: MaintainOptions = {},
): Promise<MaintenanceReport> {
  checkMaintainOptions(options);
  return session.maintain(options, async (maintenance) => {
    await requireOwner(maintenance);
    // One process does everything: two builds on one table would wait for each other.
    const claim = { name: "maintain", signal: options.signal };
    const done = await withClaim(maintenance, claim, async (signal) => {
      if (await isBuilding(maintenance)) return undefined;
      return maintainAll(maintenance, { ...options, signal });
    });
    return done ?? NOTHING;
  });
}

async function requireOwner(maintenance: MaintenanceContext): Promise<void> {
  if (await ownsTables(maintenance)) return;
  throw new MemoryError(
    "store-failed",
    `the role of this connection may not maintain schema "${maintenance.options.schema}": connect as the role that owns its tables`,
  );
}

async function maintainAll(
  maintenance: MaintenanceContext,
  options: MaintainOptions,
): Promise<MaintenanceReport> {
  // First: a plan by old statistics may read a large table from end to end.
  const analyzed = await analyzeTables(maintenance, options);
  const indexes = await maintainTables(maintenance, options);
  const segments = await maintainSegments(maintenance, options);
  return { isBusy: false, ...indexes, segments, analyzed };
}

/** Returns true if the server is building an index, perhaps for a process that is gone. */
async function isBuilding({
  driver,
  database: { names, dialect },
}: MaintenanceContext): Promise<boolean> {
  const onNode = dialect.nodes?.buildsIndex(names.schema);
  const building = await driver.rows(
    onNode
      ? sql`
      select a.pid from pg_stat_activity as a
      where a.datname = current_database() and a.state = 'active' and a.pid <> pg_backend_pid() and ${onNode}`
      : sql`
      select p.pid from pg_stat_progress_create_index as p
      join pg_class as c on c.oid = p.relid join pg_namespace as n on n.oid = c.relnamespace
      where p.datname = current_database() and n.nspname = ${names.schema}`,
  );
  return building.length > 0;
}

const FEW_CHANGES = 1_000;
/** As autovacuum, which looks only once a minute, and never at a partitioned table as a whole. */
const CHANGED_SHARE = 0.1;

async function analyzeTables(
  { driver, database: { names, dialect } }: MaintenanceContext,
  { signal, onProgress }: Pick<MaintainOptions, "signal" | "onProgress">,
): Promise<readonly string[]> {
  const tables = dialect.nodes?.changedTables(names.schema) ?? changedTables(names.schema);
  const changed = await driver.rows<{ name: string }>(sql`
      select t.name from (${tables}) as t
      where t.changes > greatest(${FEW_CHANGES}::bigint, ${CHANGED_SHARE}::double precision * t.rows)
      order by 1`);
  const analyzed = changed.map(({ name }) => name);
  for (const [done, name] of analyzed.entries()) {
    signal?.throwIfAborted();
    report(onProgress, { phase: "statistics", scope: [], done, total: analyzed.length });
    const analyze = sql`analyze ${sql.id(names.schema, name)}`;
    await unlessDropped(() => driver.outside((channel) => channel.rows(analyze)));
  }
  return analyzed;
}

function changedTables(schema: string): RawBuilder<unknown> {
  return sql`
      select coalesce(root.relname, c.relname) as name, sum(t.n_mod_since_analyze) as changes,
        sum(t.n_live_tup) as rows
      from pg_stat_all_tables as t join pg_class as c on c.oid = t.relid
      left join pg_class as root on root.oid = pg_partition_root(t.relid)
      where t.schemaname = ${schema} and c.relkind = 'r'
      group by 1`;
}

const WHOLE = 100;

async function maintainSegments(
  { session }: MaintenanceContext,
  { scopes, signal, onProgress }: MaintainOptions,
): Promise<readonly Scope[]> {
  const paths = scopes && new Set(scopes.map((scope) => scopeToPath(scope)));
  const isIncluded = (path: string): boolean => paths?.has(path) ?? true;
  const stale = await staleSegments(session, { signal });
  await dropSegments(session, stale.drop.filter(isIncluded), { signal });
  const built: Scope[] = [];
  for (const path of stale.build.filter(isIncluded)) {
    signal?.throwIfAborted();
    const scope = pathToScope(path);
    const isInForce = await buildSegment(session, path, {
      signal,
      onProgress: (share) =>
        report(onProgress, {
          phase: "keyword segment",
          scope,
          done: Math.round(share * WHOLE),
          total: WHOLE,
        }),
    });
    if (isInForce) built.push(scope);
  }
  return built;
}
