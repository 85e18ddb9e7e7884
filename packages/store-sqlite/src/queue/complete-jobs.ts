import type { CompleteRequest, FinishedJob, ReleasedJob } from "@kioku/core/toolkit";
import { fromToken } from "@kioku/core/toolkit";

import type { StoreContext } from "../store-context.js";
import { changeSpace } from "../write/change-space.js";
import { inWriteTransaction } from "../write/write-transaction.js";
import type { WriteTransaction } from "../write/write-transaction.js";

const TAKE = "delete from embedding_jobs where number = ? and claims = ? returning record";
const SCOPE = "select scope from records where row = ?";
// With another token, so that what is given back can be given back only once.
const RELEASE = `
  update embedding_jobs set run_at = ?, leased = 0, claims = claims + 1, attempt = attempt - ?
  where number = ? and claims = ?`;

/** Writes vectors and takes their jobs off the queue, each only if its token is the newest. */
export async function completeJobs(
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

/** Gives jobs back, each only if its token is the newest. */
export async function releaseJobs(
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
