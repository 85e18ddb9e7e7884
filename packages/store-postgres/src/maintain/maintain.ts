import { MemoryError, type Scope } from "@kioku/core";
import { pathToScope, scopeToPath } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { buildSegment } from "../index/segment/build-segment.js";
import { dropSegments } from "../index/segment/segment-rows.js";
import { staleSegments } from "../index/segment/stale-segments.js";
import type { StoreSession, MaintenanceContext } from "../store-session.js";
import {
  adviseMemory,
  buildVectorIndex,
  dropVectorIndex,
  removeIndexRecords,
  recordVectorIndex,
} from "./build-vector-index.js";
import { checkMaintainOptions, report } from "./maintain-options.js";
import type { MaintainOptions, MaintenanceReport, VectorIndexReport } from "./maintain-options.js";
import { ownsTables } from "./owner-access.js";
import { planVectorIndexes, type IndexPlan } from "./plan-vector-indexes.js";
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
  const indexes = await maintainIndexes(maintenance, options);
  const segments = await maintainSegments(maintenance, options);
  return { isBusy: false, ...indexes, segments, analyzed };
}

async function maintainIndexes(
  maintenance: MaintenanceContext,
  options: MaintainOptions,
): Promise<Pick<MaintenanceReport, "built" | "kept" | "dropped">> {
  const { kept, unrecorded, missing, ...gone } = await plan(maintenance, options);
  const built: VectorIndexReport[] = [];
  try {
    for (const index of unrecorded) await recordVectorIndex(maintenance, index);
    await removeIndexRecords(maintenance, gone.orphaned);
    for (const name of gone.unwanted) {
      options.signal?.throwIfAborted();
      await dropVectorIndex(maintenance, name);
    }
    await adviseMemory(maintenance, missing, options.memoryBytes);
    for (const index of missing) {
      if (!(await buildVectorIndex(maintenance, index, options))) continue;
      const { scope, spaceName: space, count: vectors, reason } = index;
      built.push({ scope: pathToScope(scope), space, vectors, reason });
    }
  } finally {
    await maintenance.database.vectorIndexes.refresh();
  }
  return { built, kept: kept.length, dropped: gone.unwanted.length };
}

async function plan(
  maintenance: MaintenanceContext,
  { scopes }: MaintainOptions,
): Promise<IndexPlan> {
  const { session, options } = maintenance;
  const from = options.indexFrom === false ? Number.POSITIVE_INFINITY : options.indexFrom;
  const paths = scopes?.map((scope) => scopeToPath(scope));
  return session.write(undefined, { access: [""], lock: [] }, (context) =>
    planVectorIndexes(context, { from, paths }),
  );
}

/** Returns true if the server is building an index, perhaps for a process that is gone. */
async function isBuilding({ driver, database: { names } }: MaintenanceContext): Promise<boolean> {
  const building = await driver.rows(sql`
      select p.pid from pg_stat_progress_create_index as p
      join pg_class as c on c.oid = p.relid join pg_namespace as n on n.oid = c.relnamespace
      where p.datname = current_database() and n.nspname = ${names.schema}`);
  return building.length > 0;
}

const FEW_CHANGES = 1_000;
/** As autovacuum, which looks only once a minute, and never at a partitioned table as a whole. */
const CHANGED_SHARE = 0.1;

async function analyzeTables(
  { driver, database: { names } }: MaintenanceContext,
  { signal, onProgress }: Pick<MaintainOptions, "signal" | "onProgress">,
): Promise<readonly string[]> {
  const changed = await driver.rows<{ name: string }>(sql`
      select coalesce(root.relname, c.relname) as name
      from pg_stat_all_tables as t join pg_class as c on c.oid = t.relid
      left join pg_class as root on root.oid = pg_partition_root(t.relid)
      where t.schemaname = ${names.schema} and c.relkind = 'r'
      group by 1
      having sum(t.n_mod_since_analyze) > greatest(${FEW_CHANGES}::bigint, ${CHANGED_SHARE}::double precision * sum(t.n_live_tup))
      order by 1`);
  const tables = changed.map(({ name }) => name);
  for (const [done, name] of tables.entries()) {
    signal?.throwIfAborted();
    report(onProgress, { phase: "statistics", scope: [], done, total: tables.length });
    await driver.outside((channel) => channel.rows(sql`analyze ${sql.id(names.schema, name)}`));
  }
  return tables;
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
