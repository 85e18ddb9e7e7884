import type { ReleasedJob, TokenColumns } from "@kioku/core/toolkit";
import { toToken } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { compile } from "../sql/compile.js";
import type { StoreContext } from "../store-context.js";
import { rowsSql } from "../write/flush/rows-sql.js";
import type { Column } from "../write/flush/rows-sql.js";
import { JOB_COLUMNS, toJobRow } from "./job-rows.js";
import type { JobRow } from "./job-rows.js";

interface ReleasedRow extends JobRow {
  readonly runAt: number | null;
  readonly back: number;
}

const RELEASED_COLUMNS: readonly Column<ReleasedRow>[] = [
  ...JOB_COLUMNS,
  { name: "run_at", type: "bigint", read: ({ runAt }) => runAt },
  { name: "back", type: "integer", read: ({ back }) => back },
];

/** Gives jobs back, each only if its token is the newest. */
export async function releaseJobs(
  { channel, names }: StoreContext,
  jobs: readonly ReleasedJob[],
): Promise<readonly boolean[]> {
  if (jobs.length === 0) return [];
  const rows = jobs.map((job) => {
    const runAt = job.runAt?.getTime() ?? null;
    return { ...toJobRow(job), runAt, back: job.untried === true ? 1 : 0 };
  });
  // With another token, so that what is given back can be given back only once.
  const released = await channel.rows<TokenColumns>(
    compile(sql`
      update ${names.embedding_jobs} as j
      set run_at = named.run_at, leased = false, claims = j.claims + 1,
        attempt = j.attempt - named.back
      from (${rowsSql(RELEASED_COLUMNS, rows)}) as named
      where j.scope = named.scope and j.id = named.id
        and j.number = named.number and j.claims = named.claims
      returning j.number, j.claims - 1 as claims`),
  );
  const tokens = new Set(released.map(toToken));
  return jobs.map(({ token }) => tokens.delete(token));
}
