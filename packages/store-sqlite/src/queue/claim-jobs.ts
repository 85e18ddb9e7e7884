import { pathToScope, toToken } from "@kioku/core/toolkit";
import type { ClaimRequest, EmbeddingJob, TokenColumns } from "@kioku/core/toolkit";

import type { Connection } from "../sql/connection.js";

const IS_DUE = "select 1 from embedding_jobs where run_at <= ? limit 1";
const DUE = `
  select j.number, j.claims + 1 as claims, j.attempt + 1 as attempt, s.path, r.id, r.text_hash
  from embedding_jobs as j join records as r on r.row = j.record join scopes as s on s.id = r.scope
  where j.run_at <= ? order by j.run_at, j.number limit ?`;
const LEASE = `
  update embedding_jobs set run_at = ?, leased = 1, claims = claims + 1, attempt = attempt + 1
  where number in (select value from json_each(?))`;

interface DueJob extends TokenColumns {
  readonly attempt: number;
  readonly path: string;
  readonly id: string;
  readonly text_hash: string;
}

/**
 * Whether anything may be claimed. Asked first, so that workers who find nothing keep no writer
 * waiting.
 */
export function isAnyDue(connection: Connection, now: Date): boolean {
  return connection.values(IS_DUE, now.getTime()).length > 0;
}

/** Hands out jobs: the writer of a file is alone, and so no other process gets them. */
export async function claimJobs(
  connection: Connection,
  { now, leaseMs, limit }: ClaimRequest,
): Promise<readonly EmbeddingJob[]> {
  return connection.write(() => {
    const due = connection.all<DueJob>(DUE, now.getTime(), limit);
    const numbers = JSON.stringify(due.map(({ number }) => number));
    if (due.length > 0) connection.run(LEASE, Math.ceil(now.getTime() + leaseMs), numbers);
    return due.map((job): EmbeddingJob => {
      const { path, id, text_hash: textHash, attempt } = job;
      return { scope: pathToScope(path), id, textHash, attempt, token: toToken(job) };
    });
  });
}
