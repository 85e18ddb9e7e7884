import { setTimeout as sleep } from "node:timers/promises";

import type { Scope } from "@kioku/core";
import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { Workshop } from "../store-session.js";
import type { MaintainOptions } from "./maintain-options.js";
import { report } from "./report-progress.js";

const LOOK_EVERY_MS = 500;

/** What is being built. */
interface Watched extends Pick<MaintainOptions, "signal" | "onProgress"> {
  /** Name of the index. */
  readonly index: string;
  readonly scope: Scope;
  /** How many vectors it will have. */
  readonly total: number;
}

/**
 * Waits for an index while it is built on another connection, and tells how far it is. When the
 * signal aborts, the server is asked to stop the very backend that builds this index: ending the
 * connection would not stop it.
 */
export async function watchBuild(
  workshop: Workshop,
  watched: Watched,
  build: () => Promise<void>,
): Promise<void> {
  const { signal, onProgress, scope, total } = watched;
  signal?.throwIfAborted();
  report(onProgress, { phase: "vector index", scope, done: 0, total });
  const ended = new AbortController();
  const building = build().finally(() => ended.abort());
  const watching = watch(workshop, watched, ended.signal);
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

async function watch(workshop: Workshop, watched: Watched, ended: AbortSignal): Promise<void> {
  if (!workshop.database.dialect.supports.statistics) return;
  while (!ended.aborted) {
    await pause(ended, watched.signal);
    if (ended.aborted) return;
    // Where there is no other connection, it waits until the index is built.
    await look(workshop, watched, ended).catch(() => undefined);
  }
}

async function look(
  { driver, database: { names } }: Workshop,
  { index, onProgress, scope, signal, total }: Watched,
  ended: AbortSignal,
): Promise<void> {
  const ofIndex = sql`
    from pg_stat_progress_create_index as p join pg_class as c on c.oid = p.index_relid
    join pg_namespace as n on n.oid = c.relnamespace
    where p.datname = current_database() and n.nspname = ${names.schema} and c.relname = ${index}`;
  if (signal?.aborted === true) {
    await driver.rows(compile(sql`select pg_cancel_backend(p.pid) ${ofIndex}`));
    return;
  }
  const [found] = await driver.rows<{ done: number }>(
    compile(sql`select p.tuples_done as done ${ofIndex}`),
  );
  if (!found || ended.aborted) return;
  report(onProgress, {
    phase: "vector index",
    scope,
    done: Math.min(found.done, total),
    total,
  });
}

/** Until it is time to look again, the build has ended, or it is to be stopped. */
async function pause(ended: AbortSignal, stop: AbortSignal | undefined): Promise<void> {
  // What was to be stopped is asked again until it has ended.
  const wakes = stop && !stop.aborted ? AbortSignal.any([ended, stop]) : ended;
  await sleep(stop?.aborted === true ? LOOK_EVERY_MS / 10 : LOOK_EVERY_MS, undefined, {
    signal: wakes,
  }).catch(() => undefined);
}
