import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import { buildSegment } from "../index/segment/build-segment.js";
import { ownTable } from "../index/vector-tables.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { StoreSession, MaintenanceContext } from "../store-session.js";
import { dropTable } from "./move-vectors.js";
import { readOwnTables } from "./own-tables.js";
import { runInAllScopes, ownsTables } from "./owner-access.js";

const BEYOND_REACH: readonly string[] = [
  "The write-ahead log, its archive, replicas and backups of the database hold what was erased for as long as they are kept.",
  "Rows that another transaction can still see stay in the tables until it has ended and VACUUM has run again.",
  "The database does not overwrite space that it has freed: its files can hold what was there until new rows take its place.",
];

const NOT_OWNED =
  "Only the owner of the tables may VACUUM them, and the role of this connection is not: rows that were erased stay in the files until autovacuum or the owner's scrub() takes them out.";

const NOT_REBUILT =
  "Others kept building the keyword segments of some scopes: those still say by which words erased texts were found. Call scrub() again.";

/** Builds of a scope's segment before it is left to a concurrent builder. */
const MAX_BUILDS = 5;

/** Removes erased texts from postings and tables. Returns remarks about what stays beyond reach. */
export async function scrub(
  session: StoreSession,
  options?: CallOptions,
): Promise<readonly string[]> {
  return session.maintain(options, async (maintenance) => {
    const isRebuilt = await scrubPostings(maintenance, options);
    const left = isRebuilt ? BEYOND_REACH : [...BEYOND_REACH, NOT_REBUILT];
    if (!(await ownsTables(maintenance))) return [...left, NOT_OWNED];
    await vacuumTables(maintenance, options);
    return left;
  });
}

/** Rebuilds the segments that still contain removed texts; true if all were rebuilt. */
async function scrubPostings(
  maintenance: MaintenanceContext,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { segments, postings, graves } = maintenance.database.names;
  const buried = await runInAllScopes<{ scope: string }>(
    maintenance,
    sql`
      select g.scope from ${graves} as g
      union select s.scope from ${segments} as s where s.building is not null
      order by scope`,
  );
  let isRebuilt = true;
  for (const { scope } of buried) {
    if (!(await rebuild(maintenance, scope, options))) isRebuilt = false;
  }
  // Left behind by aborted builds.
  await runInAllScopes(
    maintenance,
    sql`
      delete from ${postings} as p where not exists (
        select from ${segments} as s
        where s.scope = p.scope and p.generation in (s.generation, s.building))`,
  );
  return isRebuilt;
}

/** Repeats the build until a segment is in force that began after the texts were removed. */
async function rebuild(
  maintenance: MaintenanceContext,
  scope: string,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { segments } = maintenance.database.names;
  for (let builds = 0; builds < MAX_BUILDS; builds += 1) {
    options?.signal?.throwIfAborted();
    if (await buildSegment(maintenance.session, scope, { signal: options?.signal })) return true;
    const left = await runInAllScopes(
      maintenance,
      sql`select scope from ${segments} where scope = ${scope}`,
    );
    if (left.length === 0) return true;
  }
  return false;
}

async function vacuumTables(
  maintenance: MaintenanceContext,
  options: CallOptions | undefined,
): Promise<void> {
  const {
    driver,
    database: { names },
  } = maintenance;
  const { own, orphaned } = await readOwnTables(maintenance);
  for (const name of orphaned) await dropTable(maintenance, name);
  const kept = own.filter((name) => !orphaned.includes(name));
  const tables = [
    ...SCOPED_TABLES.map((name) => names[name]),
    ...kept.map((name) => ownTable(names, { name })),
  ];
  for (const table of tables) {
    options?.signal?.throwIfAborted();
    // Cleans index entries and statistics too, and blocks no reader by truncating.
    await driver.outside((channel) =>
      channel.rows(sql`vacuum (analyze, index_cleanup on, truncate off) ${table}`),
    );
  }
}
