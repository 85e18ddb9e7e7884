import { pathToScope, toToken } from "@kioku/core/toolkit";
import type { ClaimRequest, EmbeddingJob, TokenColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { DatabaseContext, StoreContext } from "../store-context.js";

interface ClaimedJob extends TokenColumns {
  readonly scope: string;
  readonly id: string;
  readonly text_hash: string;
  readonly attempt: number;
}

/**
 * Hands out jobs by one statement; what another worker or a writer has its hands on is passed over.
 */
export async function claimJobs(
  { channel, ...database }: StoreContext,
  request: ClaimRequest,
): Promise<readonly EmbeddingJob[]> {
  const rows = await channel.rows<ClaimedJob>(compile(claimSql(database, request)));
  return rows.map((job) => {
    const { scope, id, text_hash: textHash, attempt } = job;
    return { scope: pathToScope(scope), id, textHash, attempt, token: toToken(job) };
  });
}

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
