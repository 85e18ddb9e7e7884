import type { CallOptions } from "@kioku/core";
import { scopeToPath, toToken } from "@kioku/core/toolkit";
import type { CompleteRequest, FinishedJob, TokenColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { compile } from "../sql/compile.js";
import type { DatabaseContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { registerSpaces } from "../write/flush/register-spaces.js";
import { rowsSql } from "../write/flush/rows-sql.js";
import { replaceVectors } from "../write/flush/write-beside.js";
import type { WrittenVector } from "../write/flush/write-beside.js";
import { loadSpaces } from "../write/load/load-model.js";
import { WriteModel } from "../write/model/write-model.js";
import { changeSpace } from "../write/ops/change-space.js";
import { lockRegistry } from "../write/scope-locks.js";
import { JOB_COLUMNS, toJobRow } from "./job-rows.js";
import type { JobRow } from "./job-rows.js";

/**
 * Writes vectors and takes their jobs off the queue, each only if its token is the newest. Waits
 * for no writer of their scopes: who takes a job holds it until the vectors are there, and who
 * changes or removes its text takes the job first.
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
      context.channel.rows<TokenColumns>(compile(takeSql(context, jobs.map(toJobRow)))),
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
      context.channel.finish(compile(replaceVectors(context, space, rows)));
    }
    return results;
  });
}

/** All take jobs in the same order, so that none waits for another in a circle. */
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

/** By the name of their space. */
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
