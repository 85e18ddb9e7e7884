import type { CallOptions } from "@kioku/core";
import { scopeToPath, fromToken } from "@kioku/core/toolkit";
import type { CompleteRequest, FinishedJob, JobRef, TokenColumns } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { loadTables } from "../index/vector-tables.js";
import { lockRegistry } from "../sql/locks.js";
import { rowsSql, type Column } from "../sql/rows-sql.js";
import type { DatabaseContext } from "../store-context.js";
import type { StoreSession } from "../store-session.js";
import { changeSpace } from "../write/apply-ops.js";
import { registerSpaces } from "../write/flush/register-spaces.js";
import { REF_COLUMNS, type EntryRef } from "../write/flush/related-rows.js";
import { writeVectors, type WrittenVector } from "../write/flush/vector-rows.js";
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

/** The columns that say which job was changed. */
export interface TakenRow extends TokenColumns {
  readonly scope: string;
  readonly id: string;
}

/** Returns for each job whether it is among the rows; of two with the same token, for the first. */
export function areTaken(jobs: readonly JobRef[], rows: readonly TakenRow[]): readonly boolean[] {
  const taken = new Set(rows.map(({ scope, ...row }) => keyOf({ path: scope, ...row })));
  return jobs.map((job) => taken.delete(keyOf(toJobRow(job))));
}

function keyOf({ path, id, number, claims }: JobRow): string {
  return [path, id, number, claims].join("\0");
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
  const paths = written.size > 0 ? access : [];
  const locks = { lock: [], spaces: [...written], vectorsOf: paths };
  return session.write(options, { access, ...locks }, async (context) => {
    const locked = spaces.length > 0 ? lockRegistry(context) : undefined;
    const ranges = paths.map((path) => ({ path, below: false }));
    const [stored, tables, taken] = await Promise.all([
      loadSpaces(context),
      loadTables(context, ranges),
      context.channel.rows<TakenRow>(takeSql(context, jobs.map(toJobRow))),
      locked,
    ]);
    const model = new WriteModel(tables);
    for (const space of stored) model.spaces.addStored(space);
    for (const op of spaces) changeSpace(model, op);
    const results = areTaken(jobs, taken);
    const vectors = vectorsOf(
      model,
      jobs.filter((_, index) => results[index]),
    );
    await registerSpaces(context, model.spaces, spaces.length > 0);
    for (const [space, rows] of vectors) {
      const changed = { space, vectors: rows, areNew: false };
      for (const statement of writeVectors(context, tables, changed)) {
        context.channel.finish(statement);
      }
    }
    return results;
  });
}

/** All transactions take jobs in the same order, so that none deadlock. */
function takeSql({ names }: DatabaseContext, rows: readonly JobRow[]): RawBuilder<unknown> {
  if (rows.length === 0)
    return sql`select '' as scope, '' as id, 0 as number, 0 as claims where false`;
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
    returning j.scope, j.id, j.number, j.claims`;
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
