import { sql } from "kysely";

import { indexName, newTableName, ownTable } from "../index/vector-tables.js";
import { textArray } from "../sql/encode.js";
import type { Names } from "../sql/names.js";
import type { DatabaseContext } from "../store-context.js";
import type { MaintenanceContext } from "../store-session.js";
import { readOwnTables, type CatalogIndex } from "./own-tables.js";
import { runInAllScopes, unlessDropped } from "./owner-access.js";

/** The vectors of a scope and space that have or should have a table of their own. */
export interface PlannedTable {
  readonly scope: string;
  readonly space: number;
  readonly spaceName: string;
  readonly dimensions: number;
  /** Number of its vectors. */
  readonly count: number;
  /** Name of the table; a new one if there is none. */
  readonly name: string;
  /** Name of the index that it should have. */
  readonly index: string;
}

/** A table that is to be made, or completed. */
export interface WantedTable extends PlannedTable {
  readonly isNew: boolean;
  /** True if all is there already and noted. */
  readonly isComplete: boolean;
  /** Why the index has to be made; `undefined` if it answers. */
  readonly reason: "missing" | "invalid" | "bloated" | undefined;
  /** True if its owner and privileges are those of `vectors`. */
  readonly hasRights: boolean;
  /** Indexes that were made in another way. */
  readonly otherIndexes: readonly string[];
}

/** The changes after which every large scope has a table of its own, and no other. */
export interface TablePlan {
  readonly wanted: readonly WantedTable[];
  /** Tables whose vectors move back. */
  readonly unwanted: readonly PlannedTable[];
  /** Names in notes whose tables do not exist. */
  readonly lost: readonly string[];
  /** Names of tables without a note, which nobody reads. */
  readonly orphaned: readonly string[];
}

interface PlanRequest {
  /** Least number of vectors for a table, which stays down to half of it; `Infinity` for none. */
  readonly from: number;
  readonly paths?: readonly string[] | undefined;
}

interface Candidate {
  readonly scope: string;
  readonly space: number;
  readonly space_name: string | null;
  readonly dimensions: number | null;
  readonly retired: boolean | null;
  /** Number of its vectors in `vectors`. */
  readonly count: number;
  readonly name: string | null;
  readonly index_name: string | null;
  readonly is_whole: boolean | null;
  readonly leaves: boolean | null;
  readonly bytes_per_vector: number | null;
}

/** Growth in bytes per vector from which an index is rebuilt. */
const BLOATED = 3;

/** Compares the tables that exist with those that should. */
export async function planVectorTables(
  maintenance: MaintenanceContext,
  request: PlanRequest,
): Promise<TablePlan> {
  const { database } = maintenance;
  const candidates = await runInAllScopes<Candidate>(
    maintenance,
    candidatesSql(database.names, request),
  );
  const { catalog, orphaned } = await readOwnTables(maintenance);
  const wanted: WantedTable[] = [];
  const unwanted: PlannedTable[] = [];
  const lost: string[] = [];
  for (const candidate of candidates) {
    const { name } = candidate;
    if (name !== null && !catalog.has(name)) {
      lost.push(name);
      continue;
    }
    const own = name === null ? 0 : await unlessDropped(() => countIn(maintenance, name));
    if (own === undefined) continue;
    const counted = { ...candidate, count: candidate.count + own };
    const planned = plannedTable(database, counted);
    if (isWanted(counted, planned, request.from)) {
      wanted.push(toWanted(planned, counted, catalog.get(planned.name) ?? []));
    } else if (name !== null) unwanted.push(planned);
  }
  return { wanted, unwanted, lost, orphaned };
}

function plannedTable(
  { dialect, names, quantization, vectorVersion }: DatabaseContext,
  { scope, space, count, ...candidate }: Candidate,
): PlannedTable {
  const dimensions = candidate.dimensions ?? 0;
  const name = candidate.name ?? newTableName();
  const index = indexName(dialect, { names, space, dimensions, quantization, vectorVersion }, name);
  const spaceName = candidate.space_name ?? "";
  return { scope, space, spaceName, dimensions, count, name, index: index ?? "" };
}

function isWanted(
  { retired, count, name, leaves }: Candidate,
  { index }: PlannedTable,
  from: number,
): boolean {
  const least = name !== null && leaves === false ? from / 2 : from;
  return retired === false && index !== "" && count >= Math.max(least, 1);
}

function toWanted(
  planned: PlannedTable,
  { name, index_name, is_whole, bytes_per_vector }: Candidate,
  indexes: readonly CatalogIndex[],
): WantedTable {
  const found = indexes.find((index) => index.name === planned.index);
  const size = (bytes_per_vector ?? Infinity) * planned.count;
  let reason: WantedTable["reason"];
  if (!found) reason = "missing";
  else if (found.valid !== true) reason = "invalid";
  else if ((found.bytes ?? 0) > BLOATED * size) reason = "bloated";
  return {
    ...planned,
    isNew: name === null,
    isComplete: is_whole === true && index_name === planned.index && reason === undefined,
    reason,
    hasRights: name === null || indexes[0]?.has_rights === true,
    otherIndexes: indexes.flatMap((index) =>
      index.name === null || index.name === planned.index ? [] : [index.name],
    ),
  };
}

function candidatesSql(names: Names, { from, paths }: PlanRequest): ReturnType<typeof sql> {
  const large = Number.isFinite(from) ? sql`s.documents >= ${from}` : sql`false`;
  const among = paths ? sql`c.scope = any(${textArray(paths)}::text[])` : sql`true`;
  return sql`
      with candidates as (
        select s.scope, p.id as space from ${names.scopes} as s cross join ${names.spaces} as p where ${large}
        union
        select scope, space from ${names.vector_tables}
      )
      select c.scope, c.space, p.name as space_name, p.dimensions, p.state = 'retired' as retired,
        t.name, t.index_name, t.leaves, t.built_at is not null and not t.leaves as is_whole,
        (select count(*) from ${names.vectors} as v where v.scope = c.scope and v.space = c.space) as count,
        case when t.vectors > 0 and t.bytes > 0 then t.bytes::double precision / t.vectors end as bytes_per_vector
      from candidates as c
      left join ${names.spaces} as p on p.id = c.space
      left join ${names.vector_tables} as t on t.scope = c.scope and t.space = c.space
      where ${among}
      order by c.scope, c.space`;
}

async function countIn(maintenance: MaintenanceContext, name: string): Promise<number> {
  const own = ownTable(maintenance.database.names, { name });
  const [found] = await runInAllScopes<{ readonly count: number }>(
    maintenance,
    sql`select count(*) as count from ${own}`,
  );
  return found?.count ?? 0;
}
