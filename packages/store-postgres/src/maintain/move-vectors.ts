import type { CallOptions } from "@kioku/core";
import { pathToScope } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { ownTable } from "../index/vector-tables.js";
import { withoutStatistics } from "../schema/statistics.js";
import { lockAlone, vectorsLock } from "../sql/locks.js";
import { hasWaited } from "../sql/to-memory-error.js";
import type { StoreContext } from "../store-context.js";
import type { MaintenanceContext } from "../store-session.js";
import { copyRights } from "./copy-rights.js";
import { report, type MaintainOptions } from "./maintain-options.js";
import type { PlannedTable, WantedTable } from "./plan-vector-tables.js";

/** Vectors moved in one transaction, which keeps writers of their scope waiting. */
const BATCH = 1_000;
/** Readers that began earlier may still have the table. */
const LONGEST_WAIT = "2s";

/** They would show texts of users. */
const HIDDEN = /* @__PURE__ */ withoutStatistics("vectors");

type Parts = CallOptions & Pick<MaintainOptions, "onProgress">;

/**
 * Makes the table of a scope, from when on no vector is added to `vectors`; false if there is
 * nothing to move any more.
 */
export async function createTable(
  maintenance: MaintenanceContext,
  planned: PlannedTable,
): Promise<boolean> {
  const { names } = maintenance.database;
  const { scope, space, name, dimensions } = planned;
  return alone(maintenance, planned, async (context) => {
    const { channel } = context;
    const [found] = await channel.rows(
      sql`select id from ${names.vectors} where scope = ${scope} and space = ${space} limit 1`,
    );
    if (!found) return false;
    const own = ownTable(names, { name });
    await channel.rows(sql`
create table ${own} (
  scope text collate "C" not null,
  space integer not null,
  id text collate "C" not null,
  embedding ${names.vector(dimensions)} not null,
  primary key (scope, space, id)
)`);
    const altered = context.dialect.nodes?.alterHere(own, HIDDEN) ?? [
      sql`alter table ${own} ${HIDDEN}`,
    ];
    for (const statement of altered) await channel.rows(statement);
    await copyRights(context, name);
    await channel.rows(sql`
      insert into ${names.vector_tables} (scope, space, name) values (${scope}, ${space}, ${name})`);
    return true;
  });
}

/** Gives a table the privileges that `vectors` has by now. */
export async function renewRights(
  maintenance: MaintenanceContext,
  planned: PlannedTable,
): Promise<void> {
  await alone(maintenance, planned, (context) => copyRights(context, planned.name));
}

/** Moves all vectors to their own table, or the rest of them. */
export async function moveIn(
  maintenance: MaintenanceContext,
  planned: WantedTable,
  parts: Parts,
): Promise<void> {
  const { names, dialect } = maintenance.database;
  if (!planned.isNew) {
    // They may have been on their way back.
    const turn = sql`set leaves = false, built_at = null where leaves and`;
    await runOnNote(maintenance, planned, turn);
  }
  const own = ownTable(names, planned);
  const altered = dialect.nodes?.alterOnNode(own, HIDDEN);
  if (altered) await maintenance.driver.outside((channel) => channel.rows(altered));
  const moving = { from: names.vectors, to: own, leaves: false };
  await moveAll(maintenance, { ...planned, ...moving }, parts);
}

/** Moves all vectors back, and drops their own table. */
export async function moveBack(
  maintenance: MaintenanceContext,
  planned: PlannedTable,
  parts: Parts,
): Promise<void> {
  const { names } = maintenance.database;
  await runOnNote(
    maintenance,
    planned,
    sql`set leaves = true, built_at = null where not leaves and`,
  );
  const own = ownTable(names, planned);
  const moving = { from: own, to: names.vectors, leaves: true };
  await moveAll(maintenance, { ...planned, ...moving }, parts);
  await dropTable(maintenance, planned.name);
}

/** Drops a table that nobody reads any more; later if somebody still does. */
export async function dropTable(maintenance: MaintenanceContext, name: string): Promise<void> {
  const own = ownTable(maintenance.database.names, { name });
  try {
    await maintenance.session.write(undefined, { access: [], lock: [] }, async ({ channel }) => {
      await channel.rows(sql`select set_config('lock_timeout', ${LONGEST_WAIT}, true)`);
      await channel.rows(sql`drop table if exists ${own}`);
    });
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    if (!hasWaited(cause)) throw error;
  }
}

interface Move extends PlannedTable {
  readonly from: RawBuilder<unknown>;
  readonly to: RawBuilder<unknown>;
  readonly leaves: boolean;
}

interface Batch {
  readonly moved: number;
  readonly last: string | null;
}

async function moveAll(
  maintenance: MaintenanceContext,
  move: Move,
  { signal, onProgress }: Parts,
): Promise<void> {
  const progress = { phase: "vector table", scope: pathToScope(move.scope) } as const;
  let done = 0;
  for (let last: string | null = ""; last !== null;) {
    signal?.throwIfAborted();
    const after: string = last;
    const batch: Batch = await alone(maintenance, move, (context) =>
      moveSome(context, move, after),
    );
    done += batch.moved;
    last = batch.last;
    if (batch.moved > 0) {
      report(onProgress, { ...progress, done, total: Math.max(done, move.count) });
    }
  }
}

/** In the order of the key, so that deleted rows are not met again. */
async function moveSome(
  { channel, names }: StoreContext,
  { from, to, leaves, scope, space, name }: Move,
  after: string,
): Promise<Batch> {
  const isNoted = sql`
    exists (select from ${names.vector_tables} as t where t.scope = ${scope} and t.space = ${space}
      and t.name = ${name} and t.leaves = ${leaves})`;
  const [batch = { moved: 0, last: null }] = await channel.rows<Batch>(sql`
    with chunk as (
      select id from ${from} where scope = ${scope} and space = ${space} and id > ${after} and ${isNoted}
      order by scope, space, id limit ${BATCH}
    ), gone as (
      delete from ${from} as v using chunk
      where v.scope = ${scope} and v.space = ${space} and v.id = chunk.id
      returning v.scope, v.space, v.id, v.embedding
    ), moved as (
      insert into ${to} (scope, space, id, embedding) select scope, space, id, embedding from gone
    )
    select count(*) as moved, max(id) as last from chunk`);
  if (leaves && batch.moved < BATCH) {
    await channel.rows(sql`
      delete from ${names.vector_tables}
      where scope = ${scope} and space = ${space} and name = ${name} and leaves`);
  }
  return batch.moved < BATCH ? { ...batch, last: null } : batch;
}

async function runOnNote(
  maintenance: MaintenanceContext,
  planned: PlannedTable,
  change: RawBuilder<unknown>,
): Promise<void> {
  await alone(maintenance, planned, ({ channel, names }) =>
    channel.rows(sql`update ${names.vector_tables} ${change} name = ${planned.name}`),
  );
}

/** Runs work while nobody writes vectors of the scope. */
async function alone<T>(
  { session }: MaintenanceContext,
  { scope, spaceName }: PlannedTable,
  work: (context: StoreContext) => Promise<T>,
): Promise<T> {
  const locks = { access: [scope], lock: [scope], spaces: [spaceName] };
  return session.write(undefined, locks, async (context) => {
    await lockAlone(context, vectorsLock(context.names.schema, scope));
    return work(context);
  });
}
