import { MemoryError } from "@kioku/core";
import { pathToScope, scopeToPath } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { StoreSession, Workshop } from "../store-session.js";
import { adviseMemory } from "./advise-memory.js";
import { analyzeTables } from "./analyze-tables.js";
import {
  buildVectorIndex,
  dropVectorIndex,
  forgetVectorIndexes,
  noteVectorIndex,
} from "./build-vector-index.js";
import { checkMaintainOptions } from "./maintain-options.js";
import type { MaintainOptions, MaintenanceReport, VectorIndexReport } from "./maintain-options.js";
import { maintainSegments } from "./maintain-segments.js";
import { ownsTables } from "./owns-tables.js";
import { planVectorIndexes } from "./plan-vector-indexes.js";
import type { IndexPlan } from "./plan-vector-indexes.js";
import { withClaim } from "./with-claim.js";
import { withPreparation } from "./with-preparation.js";

const NOTHING: MaintenanceReport = {
  isBusy: true,
  built: [],
  kept: 0,
  dropped: 0,
  segments: [],
  analyzed: [],
};

/** Brings indexes and statistics to what the sizes of scopes ask for. */
export async function maintain(
  session: StoreSession,
  options: MaintainOptions = {},
): Promise<MaintenanceReport> {
  checkMaintainOptions(options);
  return session.maintain(options, async (workshop) => {
    await requireOwner(workshop);
    // Two builds on one table would wait for each other in a circle, so one process does
    // everything.
    const claim = { name: "maintain", signal: options.signal };
    const done = await withClaim(workshop, claim, async (signal) => {
      if (await isBuilding(workshop)) return undefined;
      return maintainAll(workshop, { ...options, signal });
    });
    return done ?? NOTHING;
  });
}

async function requireOwner(workshop: Workshop): Promise<void> {
  if (await ownsTables(workshop)) return;
  throw new MemoryError(
    "store-failed",
    `the role of this connection may not maintain schema "${workshop.options.schema}": connect as the role that owns its tables`,
  );
}

async function maintainAll(
  workshop: Workshop,
  options: MaintainOptions,
): Promise<MaintenanceReport> {
  // First: a plan by old statistics may read a large table from end to end.
  const analyzed = await analyzeTables(workshop, options);
  const { dialect } = workshop.database;
  await withPreparation(dialect, () => createExtensions(workshop));
  const indexes = await maintainIndexes(workshop, options);
  const segments = await maintainSegments(workshop, options);
  return { isBusy: false, ...indexes, segments, analyzed };
}

async function maintainIndexes(
  workshop: Workshop,
  options: MaintainOptions,
): Promise<Pick<MaintenanceReport, "built" | "kept" | "dropped">> {
  const { kept, unnoted, missing, shared, ...gone } = await plan(workshop, options);
  const built: VectorIndexReport[] = [];
  try {
    for (const index of unnoted) await noteVectorIndex(workshop, index);
    await forgetVectorIndexes(workshop, gone.forgotten);
    for (const name of gone.unwanted) {
      options.signal?.throwIfAborted();
      await dropVectorIndex(workshop, name);
    }
    await adviseMemory(workshop, missing, options.memoryBytes);
    for (const index of missing) {
      const isBuilt = await withPreparation(workshop.database.dialect, () =>
        buildVectorIndex(workshop, index, options),
      );
      if (!isBuilt) continue;
      const { scope, spaceName: space, count: vectors, reason } = index;
      built.push({ scope: pathToScope(scope), space, vectors, reason });
    }
    for (const index of shared) await noteVectorIndex(workshop, index);
  } finally {
    await workshop.database.vectorIndexes.refresh();
  }
  return { built, kept: kept.length, dropped: gone.unwanted.length };
}

async function plan(workshop: Workshop, { scopes }: MaintainOptions): Promise<IndexPlan> {
  const { session, database, options } = workshop;
  const { indexFrom } = options;
  const from =
    indexFrom === false
      ? Number.POSITIVE_INFINITY
      : Math.max(indexFrom, database.dialect.smallestIndex);
  const paths = scopes?.map((scope) => scopeToPath(scope));
  return session.write(undefined, { access: [""], lock: [] }, (context) =>
    planVectorIndexes(context, { from, paths }),
  );
}

async function createExtensions({ driver, database: { dialect } }: Workshop): Promise<void> {
  for (const name of dialect.indexExtensions) {
    await driver.outside((channel) =>
      channel.rows(compile(sql`create extension if not exists ${sql.id(name)} cascade`)),
    );
  }
}

/**
 * Whether an index is being built by somebody who has no claim any more: the server goes on when
 * the one who asked is gone.
 */
async function isBuilding({ driver, database: { names, dialect } }: Workshop): Promise<boolean> {
  if (!dialect.supports.statistics) return false;
  const building = await driver.rows(
    compile(sql`
      select p.pid from pg_stat_progress_create_index as p
      join pg_class as c on c.oid = p.relid join pg_namespace as n on n.oid = c.relnamespace
      where p.datname = current_database() and n.nspname = ${names.schema}`),
  );
  return building.length > 0;
}
