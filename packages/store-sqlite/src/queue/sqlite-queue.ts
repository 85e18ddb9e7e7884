import { pathToScope, fromToken, toToken } from "@kioku/core/toolkit";
import type {
  ClaimRequest,
  CompleteRequest,
  EmbeddingJob,
  EmbeddingQueue,
  FinishedJob,
  QueueStats,
  ReleasedJob,
  TokenColumns,
} from "@kioku/core/toolkit";

import { columnToTextHash, type HashColumn } from "../schema/packed-hash.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../sql/store-context.js";
import type { StoreSession } from "../store-session.js";
import { changeSpace } from "../write/write-batch.js";
import { inWriteTransaction, type WriteTransaction } from "../write/write-transaction.js";

const STATS = `
  select count(*) filter (where run_at <= ?) as ready,
    count(*) filter (where run_at > ? and leased = 1) as leased,
    count(*) filter (where run_at > ? and leased = 0) as delayed,
    count(*) filter (where run_at is null) as dead
  from embedding_jobs`;
const REVIVE = "update embedding_jobs set run_at = ?, attempt = 0 where run_at is null";

/** Creates the embedding queue of a file, shared by the workers of all processes. */
export function sqliteQueue(session: StoreSession): EmbeddingQueue {
  return {
    claim: async (request, options) => {
      const isDue = await session.read(options, ({ connection }) =>
        isAnyDue(connection, request.now),
      );
      if (!isDue) return [];
      return session.write(options, ({ connection }) => claimJobs(connection, request));
    },
    complete: async (request, options) =>
      session.write(options, (context) => completeJobs(context, request)),
    release: async (jobs, options) =>
      session.write(options, (context) => releaseJobs(context, jobs)),
    stats: async (now, options) => {
      const at = now.getTime();
      return session.read(options, ({ connection }) => {
        const [stats] = connection.all<QueueStats>(STATS, at, at, at);
        return { ready: 0, leased: 0, delayed: 0, dead: 0, ...stats };
      });
    },
    revive: async (runAt, options) =>
      session.write(options, ({ connection }) =>
        connection.write(() => connection.change(REVIVE, runAt.getTime())),
      ),
  };
}

const IS_DUE = "select 1 from embedding_jobs where run_at <= ? limit 1";
const DUE = `
  select j.number, j.claims + 1 as claims, j.attempt + 1 as attempt, s.path, r.id, r.content, r.text_hash
  from embedding_jobs as j join records as r on r.row = j.record join scopes as s on s.id = r.scope
  where j.run_at <= ? order by j.run_at, j.number limit ?`;
const LEASE = `
  update embedding_jobs set run_at = ?, leased = 1, claims = claims + 1, attempt = attempt + 1
  where number in (select value from json_each(?))`;

interface DueJob extends TokenColumns {
  readonly attempt: number;
  readonly path: string;
  readonly id: string;
  readonly content: string;
  readonly text_hash: HashColumn;
}

/** Returns true if a job is due. A read, so that idle workers do not delay writers. */
function isAnyDue(connection: Connection, now: Date): boolean {
  return connection.values(IS_DUE, now.getTime()).length > 0;
}

/** Leases due jobs. The file has one writer, so no other process gets them. */
async function claimJobs(
  connection: Connection,
  { now, leaseMs, limit }: ClaimRequest,
): Promise<readonly EmbeddingJob[]> {
  return connection.write(() => {
    const due = connection.all<DueJob>(DUE, now.getTime(), limit);
    const numbers = JSON.stringify(due.map(({ number }) => number));
    if (due.length > 0) connection.run(LEASE, Math.ceil(now.getTime() + leaseMs), numbers);
    return due.map((job): EmbeddingJob => {
      const { path, id, content, text_hash: column, attempt } = job;
      const textHash = columnToTextHash(column, content);
      return { scope: pathToScope(path), id, textHash, attempt, token: toToken(job) };
    });
  });
}

const TAKE = "delete from embedding_jobs where number = ? and claims = ? returning record";
const SCOPE = "select scope from records where row = ?";
// Changes the token, so that a job can be released only once.
const RELEASE = `
  update embedding_jobs set run_at = ?, leased = 0, claims = claims + 1, attempt = attempt - ?
  where number = ? and claims = ?`;

/** Writes vectors and removes their jobs, each only if its token is current. */
async function completeJobs(
  context: StoreContext,
  { spaces = [], jobs }: CompleteRequest,
): Promise<readonly boolean[]> {
  return inWriteTransaction(context, async (transaction) => {
    for (const op of spaces) changeSpace(transaction, op);
    const results: boolean[] = [];
    for (const job of jobs) {
      const pause = context.pause();
      if (pause) await pause;
      results.push(completeJob(transaction, job));
    }
    return results;
  });
}

function completeJob({ connection, vectors }: WriteTransaction, job: FinishedJob): boolean {
  const { number, claims } = fromToken(job.token);
  const [row] = connection.values<number>(TAKE, number, claims);
  const [scope] = row === undefined ? [] : connection.values<number>(SCOPE, row);
  if (row === undefined || scope === undefined) return false;
  for (const vector of job.vectors) vectors.put({ scope, row }, vector);
  return true;
}

/** Releases jobs, each only if its token is current. */
async function releaseJobs(
  { connection }: StoreContext,
  jobs: readonly ReleasedJob[],
): Promise<readonly boolean[]> {
  return connection.write(() =>
    jobs.map(({ token, runAt, untried = false }) => {
      const { number, claims } = fromToken(token);
      const back = untried ? 1 : 0;
      return connection.change(RELEASE, runAt?.getTime() ?? null, back, number, claims) > 0;
    }),
  );
}
