import type { CallOptions } from "@kioku/core";
import { pathToScope, toToken } from "@kioku/core/toolkit";
import type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  QueueStats,
  ReleasedJob,
  TokenColumns,
} from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { rowsSql, type Column } from "../sql/rows-sql.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { areTaken, completeJobs, JOB_COLUMNS, toJobRow } from "./complete-jobs.js";
import type { JobRow, TakenRow } from "./complete-jobs.js";

/** Workers serve all scopes and lock none. */
const ALL_SCOPES = { access: [""], lock: [] };

/** The queue of a schema, for the workers of all processes. */
export class PostgresQueue implements EmbeddingQueue {
  readonly #session: StoreSession;

  constructor(session: StoreSession) {
    this.#session = session;
  }

  async claim(request: ClaimRequest, options?: CallOptions): Promise<readonly EmbeddingJob[]> {
    return this.#session.write(options, ALL_SCOPES, (context) => claimJobs(context, request));
  }

  async complete(request: CompleteRequest, options?: CallOptions): Promise<readonly boolean[]> {
    return completeJobs(this.#session, request, options);
  }

  async release(jobs: readonly ReleasedJob[], options?: CallOptions): Promise<readonly boolean[]> {
    return this.#session.write(options, ALL_SCOPES, (context) => releaseJobs(context, jobs));
  }

  async stats(now: Date, options?: CallOptions): Promise<QueueStats> {
    const at = now.getTime();
    const [stats] = await this.#session.rows<QueueStats>(
      options,
      ALL_SCOPES.access,
      ({ names }) => sql`
        select count(*) filter (where run_at <= ${at}::bigint) as ready,
          count(*) filter (where run_at > ${at}::bigint and leased) as leased,
          count(*) filter (where run_at > ${at}::bigint and not leased) as delayed,
          count(*) filter (where run_at is null) as dead
        from ${names.embedding_jobs}`,
    );
    return { ready: 0, leased: 0, delayed: 0, dead: 0, ...stats };
  }

  async revive(runAt: Date, options?: CallOptions): Promise<number> {
    return this.#session.write(options, ALL_SCOPES, ({ channel, names }) =>
      channel.change(sql`
          update ${names.embedding_jobs} set run_at = ${runAt.getTime()}::bigint, attempt = 0
          where run_at is null`),
    );
  }
}

interface ClaimedJob extends TokenColumns {
  readonly scope: string;
  readonly id: string;
  readonly text_hash: string;
  readonly attempt: number;
}

async function claimJobs(
  { channel, ...database }: StoreContext,
  request: ClaimRequest,
): Promise<readonly EmbeddingJob[]> {
  const rows = await channel.rows<ClaimedJob>(claimSql(database, request));
  return rows.map((job) => {
    const { scope, id, text_hash: textHash, attempt } = job;
    return { scope: pathToScope(scope), id, textHash, attempt, token: toToken(job) };
  });
}

/** By time, then by number, which keeps the order of each scope; scopes made earlier go first. */
function claimSql(
  { names }: DatabaseContext,
  { now, leaseMs, limit }: ClaimRequest,
): RawBuilder<unknown> {
  const until = Math.ceil(now.getTime() + leaseMs);
  return sql`
    with due as materialized (
      select j.scope, j.id, j.run_at from ${names.embedding_jobs} as j
      where j.run_at <= ${now.getTime()}::bigint
      order by j.run_at, j.number limit ${limit}::bigint
      for update skip locked
    ), claimed as (
      update ${names.embedding_jobs} as j
      set run_at = ${until}::bigint, leased = true, claims = j.claims + 1, attempt = j.attempt + 1
      from due where j.scope = due.scope and j.id = due.id
      returning j.scope, j.id, j.number, j.claims, j.attempt, due.run_at as due_at
    )
    select c.scope, c.id, c.number, c.claims, c.attempt, r.text_hash
    from claimed as c join ${names.records} as r on r.scope = c.scope and r.id = c.id
    order by c.due_at, c.number`;
}

interface ReleasedRow extends JobRow {
  readonly runAt: number | null;
  readonly back: number;
}

const RELEASED_COLUMNS: readonly Column<ReleasedRow>[] = [
  ...JOB_COLUMNS,
  { name: "run_at", type: "bigint", read: ({ runAt }) => runAt },
  { name: "back", type: "integer", read: ({ back }) => back },
];

async function releaseJobs(
  { channel, names }: StoreContext,
  jobs: readonly ReleasedJob[],
): Promise<readonly boolean[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map((job) => {
    const runAt = job.runAt?.getTime() ?? null;
    return { ...toJobRow(job), runAt, back: job.untried === true ? 1 : 0 };
  });
  // With a new token, so that a job is released only once.
  const released = await channel.rows<TakenRow>(sql`
      update ${names.embedding_jobs} as j
      set run_at = named.run_at, leased = false, claims = j.claims + 1,
        attempt = j.attempt - named.back
      from (${rowsSql(RELEASED_COLUMNS, rows)}) as named
      where j.scope = named.scope and j.id = named.id
        and j.number = named.number and j.claims = named.claims
      returning j.scope, j.id, j.number, j.claims - 1 as claims`);
  return areTaken(jobs, released);
}
