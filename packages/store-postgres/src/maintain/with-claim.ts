import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Workshop } from "../store-session.js";
import { granted } from "./granted.js";

/** Whoever is silent for so long has ended. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;

/** The server's clock, which all processes share. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** Why work ends when its claim ran out, because the database could not be reached for too long. */
class ClaimLostError extends Error {
  override readonly name = "ClaimLostError";
}

/**
 * Runs work that only one process may do at a time; `undefined` if another one does it. A row with a lease says who: locks of sessions
 * do not work behind a pooler, and locks of transactions cannot outlast `create index concurrently`. What is left of a process that was
 * killed runs out by itself.
 */
export async function withClaim<T>(
  workshop: Workshop,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { names } = workshop.database;
  const holder = randomUUID();
  const change = (statement: RawBuilder<unknown>): Promise<readonly unknown[]> =>
    granted(workshop, statement);
  const [taken] = await change(sql`
    insert into ${names.claims} as c (name, holder, expires_at) values (${name}, ${holder}, ${NOW} + ${LEASE_MS}::bigint)
    on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
    where c.expires_at < ${NOW} returning name`);
  if (!taken) return undefined;
  const lost = new AbortController();
  const done = new AbortController();
  const renewing = keep(done.signal, async () => {
    const [kept] = await change(sql`
      update ${names.claims} set expires_at = ${NOW} + ${LEASE_MS}::bigint
      where name = ${name} and holder = ${holder} returning name`);
    if (!kept) lost.abort(new ClaimLostError("another process has taken the work over"));
  });
  try {
    return await work(signal ? AbortSignal.any([signal, lost.signal]) : lost.signal);
  } finally {
    done.abort();
    await renewing;
    await change(sql`delete from ${names.claims} where name = ${name} and holder = ${holder}`);
  }
}

/** Does something again and again until it is ended. A failure is tried again the next time. */
async function keep(signal: AbortSignal, renew: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await sleep(RENEW_EVERY_MS, undefined, { signal, ref: false });
    } catch {
      return;
    }
    await renew().catch(() => undefined);
  }
}
