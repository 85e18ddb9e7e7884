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

/**
 * Takes everything out of the tables that was erased: out of the postings of large scopes, too, and rows that nobody sees any more. Says
 * in words what a client of a database cannot reach.
 */
export async function scrub(
  session: StoreSession,
  options?: CallOptions,
): Promise<readonly string[]> {
  return session.maintain(options, async (workshop) => {
    await scrubPostings(workshop, options);
    if (!workshop.database.dialect.supports.vacuum) return [...BEYOND_REACH, NOT_VACUUMED];
    if (!(await ownsTables(workshop))) return [...BEYOND_REACH, NOT_OWNED];
    await vacuumTables(workshop, options);
    return BEYOND_REACH;
  });
}

/** Of a text that is gone, the postings say by which words it was found. */
async function scrubPostings(workshop: Workshop, options: CallOptions | undefined): Promise<void> {
  const { segments, postings, graves } = workshop.database.names;
  const buried = await granted<{ scope: string }>(
    workshop,
    sql`
      select g.scope from ${graves} as g
      union select s.scope from ${segments} as s where s.building is not null
      order by scope`,
  );
  for (const { scope } of buried) {
    options?.signal?.throwIfAborted();
    await buildSegment(workshop.session, scope, { signal: options?.signal });
  }
  // Left behind by builds that were broken off.
  await granted(
    workshop,
    sql`
      delete from ${postings} as p where not exists (
        select from ${segments} as s
        where s.scope = p.scope and p.generation in (s.generation, s.building))`,
  );
}

async function vacuumTables(
  { driver, database: { names } }: Workshop,
  options: CallOptions | undefined,
): Promise<void> {
  for (const name of SCOPED_TABLES) {
    options?.signal?.throwIfAborted();
    // Index entries, too, however few they are; and nobody who reads has to wait for a table to be cut short.
    await driver.outside((channel) =>
      channel.rows(compile(sql`vacuum (index_cleanup on, truncate off) ${names[name]}`)),
    );
  }
}
