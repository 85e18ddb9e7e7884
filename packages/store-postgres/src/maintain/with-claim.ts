import { randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";

import { MemoryError, type CallOptions } from "@kioku/core";
import { sql } from "kysely";

import type { MaintenanceContext } from "../store-session.js";
import { runInAllScopes } from "./owner-access.js";

/** Lifetime of a claim. */
export interface ClaimTimes {
  /** A claim that was not renewed for so long has ended. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
}

const TIMES: ClaimTimes = { leaseMs: 60_000, renewEveryMs: 20_000 };

const NOW = sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`;

interface Claim extends CallOptions {
  readonly name: string;
  readonly times?: ClaimTimes;
}

/**
 * Runs work that only one process may do at a time; `undefined` if another one does it. The claim
 * is a row with a lease: session locks fail behind a pooler, and transaction locks cannot outlast
 * `create index concurrently`. Work whose lease ran out is aborted.
 */
export async function withClaim<T>(
  maintenance: MaintenanceContext,
  { name, signal, times = TIMES }: Claim,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const { claims } = maintenance.database.names;
  const holder = randomUUID();
  const until = sql`${NOW} + ${times.leaseMs}::bigint`;
  const lease = new Lease(times.leaseMs);
  const done = new AbortController();
  try {
    const [taken] = await lease.renew(() =>
      runInAllScopes(
        maintenance,
        sql`
        insert into ${claims} as c (name, holder, expires_at) values (${name}, ${holder}, ${until})
        on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at
        where c.expires_at < excluded.expires_at - ${times.leaseMs}::bigint returning name`,
      ),
    );
    if (!taken) return undefined;
    const renewing = keep(done.signal, times.renewEveryMs, async () => {
      const [kept] = await lease.renew(() =>
        runInAllScopes(
          maintenance,
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
    // A claim that cannot be deleted expires.
    const mine = sql`delete from ${claims} where name = ${name} and holder = ${holder}`;
    if (!isLost) await runInAllScopes(maintenance, mine).catch(() => undefined);
  }
}

/** Local side of a claim: lost when it was not renewed in time. */
class Lease {
  readonly #leaseMs: number;
  readonly #lost = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Renews the lease, counted from before the query, if that returns a row. */
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

  lose(why: string): void {
    const message = `the claim on this work ran out: ${why}`;
    this.#lost.abort(new MemoryError("store-failed", message, { retryable: true }));
  }

  end(): boolean {
    clearTimeout(this.#timer);
    return this.#lost.signal.aborted;
  }
}

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
