import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { sql, type RawBuilder } from "kysely";

import type { Channel } from "../sql/driver.js";
import { leavesConnection, sqlStateOf } from "../sql/to-memory-error.js";
import { createIndex, type IndexStep } from "./layout.js";
import { runAlone, withMigrationLock, type SchemaLocation } from "./migration-lock.js";

const LOCK_NOT_AVAILABLE = "55P03";
const PAUSE_MS = 100;
/** Time from a claim to the lock on the table. */
const GRACE = "30 seconds";

/** A step of a migration. */
interface VersionStep {
  readonly version: number;
  readonly checksum: string;
  readonly step: IndexStep;
}

interface ClaimedStep extends VersionStep {
  readonly holder: string;
}

/**
 * Builds an index while others write. One starter claims it by a row, and the others wait. The
 * server locks the table during the build whatever happens to the client, so only a starter that
 * gets this lock takes a claim over. That works behind a pooler.
 */
export async function buildIndex(location: SchemaLocation, given: VersionStep): Promise<void> {
  const target = { ...given, holder: randomUUID() };
  for (;;) {
    const answer = await claimStep(location, target);
    if (answer === "done") return;
    if (answer === "mine") break;
    await sleep(PAUSE_MS);
  }
  try {
    await location.driver.outside((channel) => build(channel, location, target.step));
  } catch (error) {
    // With a lost connection the server may still be building.
    if (leavesConnection(error)) {
      await runAlone(location.driver, releaseClaim(location, target)).catch(() => undefined);
    }
    throw error;
  }
  await runAlone(location.driver, finishStep(location, target));
}

type Claim = "mine" | "busy" | "done";

async function claimStep(location: SchemaLocation, target: ClaimedStep): Promise<Claim> {
  try {
    return await withMigrationLock(location, (channel) => claim(channel, location, target));
  } catch (error) {
    if (sqlStateOf(error) === LOCK_NOT_AVAILABLE) return "busy";
    throw error;
  }
}

async function claim(
  channel: Channel,
  { names }: SchemaLocation,
  { version, checksum, step, holder }: ClaimedStep,
): Promise<Claim> {
  const here = sql`version = ${version} and step = ${step.name}`;
  const [row] = await channel.rows<{ is_done: boolean; is_fresh: boolean }>(sql`
select done_at is not null as is_done, claimed_at > now() - ${GRACE}::interval as is_fresh
from ${names.migrations} where ${here}`);
  if (row?.is_done === true) return "done";
  if (row?.is_fresh === true) return "busy";
  if (row) {
    await channel.rows(sql`lock table ${step.table} in share update exclusive mode nowait`);
  }
  await channel.rows(sql`
insert into ${names.migrations} (version, step, checksum, holder) values (${version}, ${step.name}, ${checksum}, ${holder})
on conflict (version, step) do update set claimed_at = now(), holder = excluded.holder`);
  return "mine";
}

/** An interrupted build leaves an invalid index, which blocks another one. */
async function build(channel: Channel, { names }: SchemaLocation, step: IndexStep): Promise<void> {
  const [found] = await channel.rows<{ is_valid: boolean }>(sql`
select i.indisvalid as is_valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
join pg_namespace as n on n.oid = c.relnamespace
where n.nspname = ${names.schema} and c.relname = ${step.name}`);
  if (found?.is_valid === true) return;
  if (found) {
    await channel.rows(sql`drop index concurrently if exists ${sql.id(names.schema, step.name)}`);
  }
  await channel.rows(createIndex(step));
}

function releaseClaim(
  { names }: SchemaLocation,
  { version, step, holder }: ClaimedStep,
): RawBuilder<unknown> {
  return sql`
delete from ${names.migrations}
where version = ${version} and step = ${step.name} and holder = ${holder} and done_at is null`;
}

function finishStep(
  { names }: SchemaLocation,
  { version, step }: VersionStep,
): RawBuilder<unknown> {
  return sql`
update ${names.migrations} set done_at = now() where version = ${version} and step = ${step.name}`;
}
