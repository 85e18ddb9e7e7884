import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Channel } from "../client/driver.js";
import { leavesConnection, sqlStateOf } from "../errors/to-memory-error.js";
import { compile } from "../sql/compile.js";
import { createIndex } from "./index-steps.js";
import type { IndexStep } from "./index-steps.js";
import { runAlone, withMigrationLock } from "./migration-lock.js";
import type { LockPlace } from "./migration-lock.js";

const LOCK_NOT_AVAILABLE = "55P03";
const PAUSE_MS = 100;
/** From its claim to its lock on the table, whoever builds has so long. */
const GRACE = "30 seconds";

/** A step, and the migration that it belongs to. */
export interface VersionStep {
  readonly version: number;
  readonly checksum: string;
  readonly step: IndexStep;
}

interface ClaimedStep extends VersionStep {
  /** Who claims it. */
  readonly holder: string;
}

/**
 * Builds an index while others write. One starter claims it by a row; the others wait until it is
 * done. While an index is being built the server holds a lock on its table, whatever became of the
 * client: only who gets that lock may take a claim over. So no connection has to be kept for the
 * claim, and a pooler may be in between.
 */
export async function buildIndex(place: LockPlace, given: VersionStep): Promise<void> {
  const target = { ...given, holder: randomUUID() };
  for (;;) {
    const answer = await claimStep(place, target);
    if (answer === "done") return;
    if (answer === "mine") break;
    await sleep(PAUSE_MS);
  }
  try {
    await place.driver.outside((channel) => build(channel, place, target.step));
  } catch (error) {
    // Another starter may try at once; not where the connection is gone, for the server may still
    // be building.
    if (leavesConnection(error)) {
      await runAlone(place.driver, releaseClaim(place, target)).catch(() => undefined);
    }
    throw error;
  }
  await runAlone(place.driver, finishStep(place, target));
}

type Claim = "mine" | "busy" | "done";

async function claimStep(place: LockPlace, target: ClaimedStep): Promise<Claim> {
  try {
    return await withMigrationLock(place, (channel) => claim(channel, place, target));
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return "busy";
    throw error;
  }
}

async function claim(
  channel: Channel,
  { names, advisoryLocks }: LockPlace,
  { version, checksum, step, holder }: ClaimedStep,
): Promise<Claim> {
  const here = sql`version = ${version} and step = ${step.name}`;
  const [row] = await channel.rows<{ is_done: boolean; is_fresh: boolean }>(
    compile(sql`
select done_at is not null as is_done, claimed_at > now() - ${GRACE}::interval as is_fresh
from ${names.migrations} where ${here}`),
  );
  if (row?.is_done === true) return "done";
  if (row?.is_fresh === true) return "busy";
  if (row && advisoryLocks) {
    await channel.rows(
      compile(sql`lock table ${step.table} in share update exclusive mode nowait`),
    );
  }
  await channel.rows(
    compile(sql`
insert into ${names.migrations} (version, step, checksum, holder) values (${version}, ${step.name}, ${checksum}, ${holder})
on conflict (version, step) do update set claimed_at = now(), holder = excluded.holder`),
  );
  return "mine";
}

/** What an interrupted build left behind is not valid, and is in the way of another one. */
async function build(channel: Channel, { names }: LockPlace, step: IndexStep): Promise<void> {
  const [found] = await channel.rows<{ is_valid: boolean }>(
    compile(sql`
select i.indisvalid as is_valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${names.schema} and c.relname = ${step.name}`),
  );
  if (found?.is_valid === true) return;
  if (found) {
    await channel.rows(
      compile(sql`drop index concurrently if exists ${sql.id(names.schema, step.name)}`),
    );
  }
  await channel.rows(compile(createIndex(step)));
}

function releaseClaim(
  { names }: LockPlace,
  { version, step, holder }: ClaimedStep,
): RawBuilder<unknown> {
  return sql`
delete from ${names.migrations}
where version = ${version} and step = ${step.name} and holder = ${holder} and done_at is null`;
}

function finishStep({ names }: LockPlace, { version, step }: VersionStep): RawBuilder<unknown> {
  return sql`
update ${names.migrations} set done_at = now() where version = ${version} and step = ${step.name}`;
}
