import { setTimeout as sleep } from "node:timers/promises";

import type { Scope } from "@kioku/core";
import { sql } from "kysely";

import type { MaintenanceContext } from "../store-session.js";
import { report, type MaintainOptions } from "./maintain-options.js";

const LOOK_EVERY_MS = 500;

interface Watched extends Pick<MaintainOptions, "signal" | "onProgress"> {
  readonly index: string;
  readonly scope: Scope;
  readonly total: number;
}

/** Waits for an index and reports progress. On abort it cancels the server's backend. */
export async function watchBuild(
  maintenance: MaintenanceContext,
  watched: Watched,
  build: () => Promise<void>,
): Promise<void> {
  const { signal, onProgress, scope, total } = watched;
  signal?.throwIfAborted();
  report(onProgress, { phase: "vector index", scope, done: 0, total });
  const ended = new AbortController();
  const building = build().finally(() => ended.abort());
  const watching = watch(maintenance, watched, ended.signal);
  try {
    await building;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    await watching;
  }
  report(onProgress, { phase: "vector index", scope, done: total, total });
}

async function watch(
  maintenance: MaintenanceContext,
  watched: Watched,
  ended: AbortSignal,
): Promise<void> {
  while (!ended.aborted) {
    await pause(ended, watched.signal);
    if (ended.aborted) return;
    // Where there is no other connection, it waits until the index is built.
    await look(maintenance, watched, ended).catch(() => undefined);
  }
}

async function look(
  { driver, database: { names, dialect } }: MaintenanceContext,
  { index, onProgress, scope, signal, total }: Watched,
  ended: AbortSignal,
): Promise<void> {
  if (dialect.nodes) {
    // Only the node knows how far it is.
    const building = sql`${dialect.nodes.buildsIndex(names.schema)} and strpos(a.query, ${index}) > 0`;
    if (signal?.aborted !== true) return;
    await driver.rows(
      sql`select pg_cancel_backend(a.pid) from pg_stat_activity as a
      where a.datname = current_database() and a.pid <> pg_backend_pid() and ${building}`,
    );
    return;
  }
  const ofIndex = sql`
    from pg_stat_progress_create_index as p join pg_class as c on c.oid = p.index_relid
    join pg_namespace as n on n.oid = c.relnamespace
    where p.datname = current_database() and n.nspname = ${names.schema} and c.relname = ${index}`;
  if (signal?.aborted === true) {
    await driver.rows(sql`select pg_cancel_backend(p.pid) ${ofIndex}`);
    return;
  }
  const [found] = await driver.rows<{ done: number }>(sql`select p.tuples_done as done ${ofIndex}`);
  if (!found || ended.aborted) return;
  report(onProgress, {
    phase: "vector index",
    scope,
    done: Math.min(found.done, total),
    total,
  });
}

/** Waits for the next look, the end of the build, or an abort. */
async function pause(ended: AbortSignal, stop: AbortSignal | undefined): Promise<void> {
  // A cancellation is repeated until the build has ended.
  const wakes = stop && !stop.aborted ? AbortSignal.any([ended, stop]) : ended;
  await sleep(stop?.aborted === true ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS, undefined, {
    signal: wakes,
  }).catch(() => undefined);
}
