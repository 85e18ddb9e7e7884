import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import { buildSegment } from "../keyword/build-segment.js";
import { compile } from "../sql/compile.js";
import { SCOPED_TABLES } from "../sql/names.js";
import type { StoreSession, Workshop } from "../store-session.js";
import { granted } from "./granted.js";
import { ownsTables } from "./owns-tables.js";

/** What is beyond the reach of statements, always. */
const BEYOND_REACH: readonly string[] = [
  "The write-ahead log, its archive, replicas and backups of the database hold what was erased for as long as they are kept.",
  "Rows that another transaction can still see stay in the tables until it has ended and VACUUM has run again.",
  "The database does not overwrite space that it has freed: its files can hold what was there until new rows take its place.",
];

const NOT_VACUUMED =
  "This database has no VACUUM: it keeps what was erased in its files until it collects its garbage.";

const NOT_OWNED =
  "Only the owner of the tables may VACUUM them, and the role of this connection is not: rows that were erased stay in the files until autovacuum or the owner's scrub() takes them out.";

const NOT_REBUILT =
  "Others kept building the keyword segments of some scopes: those still say by which words erased texts were found. Call scrub() again.";

/** How often the segment of a scope is built before it is left to whoever else is building it. */
const MAX_BUILDS = 5;

/**
 * Takes everything out of the tables that was erased: out of the postings of large scopes, too, and
 * rows that nobody sees any more. Says in words what a client of a database cannot reach.
 */
export async function scrub(
  session: StoreSession,
  options?: CallOptions,
): Promise<readonly string[]> {
  return session.maintain(options, async (workshop) => {
    const isRebuilt = await scrubPostings(workshop, options);
    const left = isRebuilt ? BEYOND_REACH : [...BEYOND_REACH, NOT_REBUILT];
    if (!workshop.database.dialect.supports.vacuum) return [...left, NOT_VACUUMED];
    if (!(await ownsTables(workshop))) return [...left, NOT_OWNED];
    await vacuumTables(workshop, options);
    return left;
  });
}

/**
 * Builds anew what says by which words a text was found that is gone.
 * @returns Whether nothing is left of it.
 */
async function scrubPostings(
  workshop: Workshop,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { segments, postings, graves } = workshop.database.names;
  const buried = await granted<{ scope: string }>(
    workshop,
    sql`
      select g.scope from ${graves} as g
      union select s.scope from ${segments} as s where s.building is not null
      order by scope`,
  );
  let isRebuilt = true;
  for (const { scope } of buried) {
    if (!(await rebuild(workshop, scope, options))) isRebuilt = false;
  }
  // Left behind by builds that were broken off.
  await granted(
    workshop,
    sql`
      delete from ${postings} as p where not exists (
        select from ${segments} as s
        where s.scope = p.scope and p.generation in (s.generation, s.building))`,
  );
  return isRebuilt;
}

/**
 * Until a segment is in force that began after the texts were gone, or there is none. One that
 * began later than ours may have been broken off.
 */
async function rebuild(
  workshop: Workshop,
  scope: string,
  options: CallOptions | undefined,
): Promise<boolean> {
  const { segments } = workshop.database.names;
  for (let builds = 0; builds < MAX_BUILDS; builds += 1) {
    options?.signal?.throwIfAborted();
    if (await buildSegment(workshop.session, scope, { signal: options?.signal })) return true;
    const left = await granted(workshop, sql`select scope from ${segments} where scope = ${scope}`);
    if (left.length === 0) return true;
  }
  return false;
}

async function vacuumTables(
  { driver, database: { names } }: Workshop,
  options: CallOptions | undefined,
): Promise<void> {
  for (const name of SCOPED_TABLES) {
    options?.signal?.throwIfAborted();
    // Index entries, too, however few they are; and nobody who reads has to wait for a table to be
    // cut short.
    await driver.outside((channel) =>
      channel.rows(compile(sql`vacuum (index_cleanup on, truncate off) ${names[name]}`)),
    );
  }
}
