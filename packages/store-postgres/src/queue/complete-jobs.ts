import type { CallOptions } from "@kioku/core";
import { scopeToPath, fromToken, toToken } from "@kioku/core/toolkit";
import type { CompleteRequest, FinishedJob, JobRef, TokenColumns } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { lockRegistry } from "../sql/locks.js";
import { rowsSql, type Column } from "../sql/rows-sql.js";
import type { DatabaseContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { changeSpace } from "../write/apply-ops.js";
import { registerSpaces } from "../write/flush/register-spaces.js";
import { REF_COLUMNS, replaceVectors } from "../write/flush/related-rows.js";
import type { EntryRef, WrittenVector } from "../write/flush/related-rows.js";
import { loadSpaces } from "../write/load/load-model.js";
import { WriteModel } from "../write/model/write-model.js";

/** A job as columns. */
export interface JobRow extends EntryRef, TokenColumns {}

/** The columns of a job. */
export const JOB_COLUMNS: readonly Column<JobRow>[] = [
  ...REF_COLUMNS,
  { name: "number", type: "bigint", read: ({ number }) => number },
  { name: "claims", type: "integer", read: ({ claims }) => claims },
];

/** Returns the columns of a job; a foreign token gives those of no job. */
export function toJobRow({ scope, id, token }: JobRef): JobRow {
  const { number, claims } = fromToken(token);
  return { path: scopeToPath(scope), id, number, claims };
}

/**
 * Writes vectors and removes their jobs, each only if its token is the newest. Waits for no writer:
 * whoever takes a job holds its row until the vectors are written, and a change of its text takes
 * the row first.
 */
export async function completeJobs(
  session: StoreSession,
  { spaces = [], jobs }: CompleteRequest,
  options?: CallOptions,
): Promise<readonly boolean[]> {
  const access = [...new Set(jobs.map(({ scope }) => scopeToPath(scope)))];
  const written = new Set(jobs.flatMap(({ vectors }) => vectors.map(({ space }) => space.id)));
  const locks = { lock: [], spaces: [...written] };
  return session.write(options, { access, ...locks }, async (context) => {
    const locked = spaces.length > 0 ? lockRegistry(context) : undefined;
    const [stored, taken] = await Promise.all([
      loadSpaces(context),
      context.channel.rows<TokenColumns>(takeSql(context, jobs.map(toJobRow))),
      locked,
    ]);
    const model = new WriteModel();
    for (const space of stored) model.spaces.addStored(space);
    for (const op of spaces) changeSpace(model, op);
    const tokens = new Set(taken.map(toToken));
    const results = jobs.map(({ token }) => tokens.delete(token));
    const vectors = vectorsOf(
      model,
      jobs.filter((_, index) => results[index]),
    );
    await registerSpaces(context, model.spaces, spaces.length > 0);
    for (const [space, rows] of vectors) {
      context.channel.finish(replaceVectors(context, space, rows));
    }
    return results;
  });
}

/** All transactions take jobs in the same order, so that none deadlock. */
function takeSql({ names }: DatabaseContext, rows: readonly JobRow[]): RawBuilder<unknown> {
  if (rows.length === 0) return sql`select 0 as number, 0 as claims where false`;
  return sql`
    with held as materialized (
      select j.scope, j.id from ${names.embedding_jobs} as j
      join (${rowsSql(JOB_COLUMNS, rows)}) as named
        on j.scope = named.scope and j.id = named.id
        and j.number = named.number and j.claims = named.claims
      order by j.scope, j.id for update of j
    )
    delete from ${names.embedding_jobs} as j using held
    where j.scope = held.scope and j.id = held.id
    returning j.number, j.claims`;
}

function vectorsOf(
  model: WriteModel,
  jobs: readonly FinishedJob[],
): ReadonlyMap<string, readonly WrittenVector[]> {
  const bySpace = new Map<string, WrittenVector[]>();
  for (const { scope, id, vectors } of jobs) {
    for (const vector of vectors) {
      model.spaces.register(vector);
      const rows = bySpace.get(vector.space.id) ?? [];
      rows.push({ path: scopeToPath(scope), id, values: vector.values });
      bySpace.set(vector.space.id, rows);
    }
  }
  return bySpace;
}
