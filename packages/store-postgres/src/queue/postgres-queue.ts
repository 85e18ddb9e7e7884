import type { CallOptions } from "@kioku/core";
import type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  QueueStats,
  ReleasedJob,
} from "@kioku/core/toolkit";
import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { StoreSession } from "../store-session.js";
import { claimJobs } from "./claim-jobs.js";
import { completeJobs } from "./complete-jobs.js";
import { releaseJobs } from "./release-jobs.js";

/** Workers are of all scopes, and lock none of them. */
const ALL_SCOPES = { access: [""], lock: [] };

/** The queue of a schema, for the workers of all processes and machines. */
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
      channel.change(
        compile(sql`
          update ${names.embedding_jobs} set run_at = ${runAt.getTime()}::bigint, attempt = 0
          where run_at is null`),
      ),
    );
  }
}
