import type { CallOptions } from "@kioku/core";
import type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  QueueStats,
  ReleasedJob,
} from "@kioku/core/toolkit";

import type { StoreSession } from "../store-session.js";
import { claimJobs, isAnyDue } from "./claim-jobs.js";
import { completeJobs, releaseJobs } from "./complete-jobs.js";

const STATS = `
  select count(*) filter (where run_at <= ?) as ready,
    count(*) filter (where run_at > ? and leased = 1) as leased,
    count(*) filter (where run_at > ? and leased = 0) as delayed,
    count(*) filter (where run_at is null) as dead
  from embedding_jobs`;
const REVIVE = "update embedding_jobs set run_at = ?, attempt = 0 where run_at is null";

/** The queue of a file, for the workers of all processes that have it open. */
export class SqliteQueue implements EmbeddingQueue {
  readonly #session: StoreSession;

  constructor(session: StoreSession) {
    this.#session = session;
  }

  async claim(request: ClaimRequest, options?: CallOptions): Promise<readonly EmbeddingJob[]> {
    const isDue = await this.#session.read(options, ({ connection }) =>
      isAnyDue(connection, request.now),
    );
    if (!isDue) return [];
    return this.#session.write(options, ({ connection }) => claimJobs(connection, request));
  }

  async complete(request: CompleteRequest, options?: CallOptions): Promise<readonly boolean[]> {
    return this.#session.write(options, (context) => completeJobs(context, request));
  }

  async release(jobs: readonly ReleasedJob[], options?: CallOptions): Promise<readonly boolean[]> {
    return this.#session.write(options, (context) => releaseJobs(context, jobs));
  }

  async stats(now: Date, options?: CallOptions): Promise<QueueStats> {
    const at = now.getTime();
    return this.#session.read(options, ({ connection }) => {
      const [stats] = connection.all<QueueStats>(STATS, at, at, at);
      return { ready: 0, leased: 0, delayed: 0, dead: 0, ...stats };
    });
  }

  async revive(runAt: Date, options?: CallOptions): Promise<number> {
    return this.#session.write(options, ({ connection }) =>
      connection.write(() => connection.change(REVIVE, runAt.getTime())),
    );
  }
}
