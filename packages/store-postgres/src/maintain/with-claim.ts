import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { MemoryError } from "@kioku/core";
import type { CallOptions } from "@kioku/core";
import { sql } from "kysely";

import type { Workshop } from "../store-session.js";
import { granted } from "./granted.js";

/** When a claim runs out, and how often it is renewed. */
export interface ClaimTimes {
  /** Whoever is silent for so long has ended. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
}

const TIMES: ClaimTimes = { leaseMs: 60_000, renewEveryMs: 20_000 };

/** The server's clock, which all processes share. */
const NOW = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/** What is claimed. */
export interface Claim extends CallOptions {
  readonly name: string;
  readonly times?: ClaimTimes;
}

/**
 * Runs work that only one process may do at a time; `undefined` if another one does it. A row with
 * a lease says who: locks of sessions do not work behind a pooler, and locks of transactions cannot
 * outlast `create index concurrently`. What is left of a process that was killed runs out by
 * itself. Work whose claim ran out, because the database could not be reached for too long, is told
 * to end.
 */
export async function withClaim<T>(
  workshop: Workshop,
  { name, signal, times = TIMES }: Claim,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { claims } = workshop.database.names;
  const holder = randomUUID();
  const until = sql`${NOW} + ${times.leaseMs}::bigint`;
  const lease = new Lease(times.leaseMs);
  const done = new AbortController();
  try {
    const [taken] = await lease.renew(() =>
      granted(
        workshop,
        sql`
        insert into ${claims} as c (name, holder, expires_at) values (${name}, ${holder}, ${until})
        on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where c.expires_at < ${NOW} returning name`,
      ),
    );
    if (!taken) return undefined;
    const renewing = keep(done.signal, times.renewEveryMs, async () => {
      const [kept] = await lease.renew(() =>
        granted(
          workshop,
          sql`
          update ${claims} set expires_at = ${until}
          where name = ${name} and holder = ${holder} returning name`,
          done.signal,
        ),
      );
      if (!kept) lease.lose("another process has taken it over");
    });
    try {
      return await work(signal ? AbortSignal.any([signal, lease.lost]) : lease.lost);
    } finally {
      done.abort();
      await renewing;
    }
  } finally {
    const isLost = lease.end();
    // What cannot be deleted runs out by itself.
    const mine = sql`delete from ${claims} where name = ${name} and holder = ${holder}`;
    if (!isLost) await granted(workshop, mine).catch(() => undefined);
  }
}

/**
 * Our side of a claim: it is lost when nothing has renewed it for so long, whatever keeps us from
 * hearing of that.
 */
class Lease {
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Aborts when the claim is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Begins anew, as of before the database was asked, if it answers with a row. */
  async renew(ask: () => Promise<readonly unknown[]>): Promise<readonly unknown[]> {
    const askedAt = performance.now();
    const rows = await ask();
    if (rows.length > 0) {
      clearTimeout(this.#timer);
      const leftMs = this.#leaseMs - (performance.now() - askedAt);
      this.#timer = setTimeout(() => this.lose("it could not be renewed"), leftMs).unref();
    }
    return rows;
  }

  /** Says that it is lost. */
  lose(why: string): void {
    const message = `the claim on this work ran out: ${why}`;
    this.#lost.abort(new MemoryError("store-failed", message, { retryable: true }));
  }

  /** Says whether it was lost. */
  end(): boolean {
    clearTimeout(this.#timer);
    return this.#lost.signal.aborted;
  }
}

/** Does something again and again until it is ended. A failure is tried again the next time. */
async function keep(
  signal: AbortSignal,
  everyMs: number,
  renew: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      await sleep(everyMs, undefined, { signal, ref: false });
    } catch {
      return;
    }
    await renew().catch(() => undefined);
  }
}
