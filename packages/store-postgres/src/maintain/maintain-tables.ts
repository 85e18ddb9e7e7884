import { pathToScope, scopeToPath } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { textArray } from "../sql/encode.js";
import type { MaintenanceContext } from "../store-session.js";
import { adviseMemory, buildVectorIndex, dropIndex, recordTable } from "./build-vector-index.js";
import type { MaintainOptions, MaintenanceReport, VectorIndexReport } from "./maintain-options.js";
import { createTable, dropTable, moveBack, moveIn, renewRights } from "./move-vectors.js";
import { runInAllScopes, unlessDropped } from "./owner-access.js";
import { planVectorTables, type WantedTable } from "./plan-vector-tables.js";

/** Gives large scopes tables of their own, with an index, and takes them from small ones. */
export async function maintainTables(
  maintenance: MaintenanceContext,
  { scopes, ...options }: MaintainOptions,
): Promise<Pick<MaintenanceReport, "built" | "kept" | "dropped">> {
  const { indexFrom } = maintenance.options;
  const { names } = maintenance.database;
  const plan = await planVectorTables(maintenance, {
    from: indexFrom === false ? Number.POSITIVE_INFINITY : indexFrom,
    paths: scopes?.map((scope) => scopeToPath(scope)),
  });
  if (plan.lost.length > 0) {
    const lost = sql`name = any(${textArray(plan.lost)}::text[])`;
    await runInAllScopes(maintenance, sql`delete from ${names.vector_tables} where ${lost}`);
  }
  for (const name of plan.orphaned) await dropTable(maintenance, name);
  for (const table of plan.unwanted) {
    await unlessDropped(() => moveBack(maintenance, table, options));
  }
  const missing = plan.wanted.filter(({ reason }) => reason !== undefined);
  await adviseMemory(maintenance, missing, options.memoryBytes);
  const built: VectorIndexReport[] = [];
  let kept = 0;
  let dropped = plan.unwanted.length;
  for (const table of plan.wanted) {
    options.signal?.throwIfAborted();
    const { scope, spaceName: space, count: vectors, reason, isComplete } = table;
    if (!table.hasRights) await unlessDropped(() => renewRights(maintenance, table));
    if (!isComplete && !(await unlessDropped(() => complete(maintenance, table, options))))
      continue;
    for (const index of table.otherIndexes) await dropIndex(maintenance, index);
    dropped += table.otherIndexes.length;
    if (reason === undefined) kept += 1;
    else built.push({ scope: pathToScope(scope), space, vectors, reason });
  }
  return { built, kept, dropped };
}

/** Returns false if there is nothing to move any more. */
async function complete(
  maintenance: MaintenanceContext,
  table: WantedTable,
  options: MaintainOptions,
): Promise<boolean> {
  if (table.isNew && !(await createTable(maintenance, table))) return false;
  await moveIn(maintenance, table, options);
  if (table.reason !== undefined) await buildVectorIndex(maintenance, table, options);
  await recordTable(maintenance, table);
  return true;
}
