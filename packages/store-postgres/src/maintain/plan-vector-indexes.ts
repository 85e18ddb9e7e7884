import { sql } from "kysely";

import { INDEX_PREFIX, indexName } from "../index/vector-indexes.js";
import { textArray } from "../sql/encode.js";
import type { StoreContext } from "../store-context.js";

/** An index that a scope has or should have. */
export interface PlannedIndex {
  readonly scope: string;
  readonly space: number;
  readonly spaceName: string;
  readonly dimensions: number;
  readonly count: number;
  readonly name: string;
}

/** An index that has to be built. */
export interface MissingIndex extends PlannedIndex {
  readonly reason: "missing" | "invalid" | "bloated";
}

/** The changes after which every large scope has an index, and no other. */
export interface IndexPlan {
  readonly kept: readonly PlannedIndex[];
  /** Complete indexes without a note, because their process ended too early. */
  readonly unrecorded: readonly PlannedIndex[];
  readonly missing: readonly MissingIndex[];
  /** Names of indexes to drop. */
  readonly unwanted: readonly string[];
  /** Names of notes without an index. */
  readonly orphaned: readonly string[];
}

interface PlanRequest {
  /** Least number of vectors for an index, which stays down to half of it; `Infinity` for none. */
  readonly from: number;
  readonly paths?: readonly string[] | undefined;
}

interface Candidate {
  readonly scope: string;
  readonly space: number;
  readonly space_name: string | null;
  readonly dimensions: number | null;
  readonly retired: boolean | null;
  readonly count: number;
  readonly name: string | null;
  readonly built: boolean;
  readonly bytes_per_vector: number | null;
}

interface CatalogIndex {
  readonly name: string;
  readonly valid: boolean;
  readonly bytes: number;
}

/** Growth in bytes per vector from which an index is rebuilt. */
const BLOATED = 3;

/** Compares the indexes that exist with those that should. */
export async function planVectorIndexes(
  context: StoreContext,
  request: PlanRequest,
): Promise<IndexPlan> {
  const [candidates, catalog] = await Promise.all([
    readCandidates(context, request),
    readCatalog(context),
  ]);
  const kept: PlannedIndex[] = [];
  const unrecorded: PlannedIndex[] = [];
  const missing: MissingIndex[] = [];
  for (const candidate of candidates) {
    const planned = plannedIndex(context, candidate);
    if (!planned) continue;
    const found = catalog.get(planned.name);
    if (!isWanted(candidate, found?.valid === true ? request.from / 2 : request.from)) continue;
    if (!found) missing.push({ ...planned, reason: "missing" });
    else if (!found.valid) missing.push({ ...planned, reason: "invalid" });
    else if (isBloated(candidate, found)) missing.push({ ...planned, reason: "bloated" });
    else kept.push(planned);
    if (kept.at(-1) === planned && !(candidate.built && candidate.name === planned.name)) {
      unrecorded.push(planned);
    }
  }
  const wanted = new Set([...kept, ...missing].map(({ name }) => name));
  const noted = candidates.flatMap(({ name }) => name ?? []);
  // With `paths`, only the indexes of these scopes are known.
  const known = request.paths ? noted.filter((name) => catalog.has(name)) : [...catalog.keys()];
  return {
    kept,
    unrecorded,
    missing,
    unwanted: known.filter((name) => !wanted.has(name)),
    orphaned: noted.filter((name) => !wanted.has(name) && !catalog.has(name)),
  };
}

function plannedIndex(
  { dialect, names, quantization, vectorVersion }: StoreContext,
  { scope, space, count, ...candidate }: Candidate,
): PlannedIndex | undefined {
  const dimensions = candidate.dimensions ?? 0;
  const kept = { names, space, dimensions, quantization, vectorVersion };
  const name = indexName(dialect, kept, scope);
  return name === undefined
    ? undefined
    : { scope, space, spaceName: candidate.space_name ?? "", dimensions, count, name };
}

function isWanted({ retired, count }: Candidate, from: number): boolean {
  return retired === false && count >= Math.max(from, 1);
}

function isBloated({ bytes_per_vector, count }: Candidate, { bytes }: CatalogIndex): boolean {
  return bytes_per_vector !== null && bytes > BLOATED * bytes_per_vector * count;
}

async function readCandidates(
  { channel, names }: StoreContext,
  { from, paths }: PlanRequest,
): Promise<readonly Candidate[]> {
  const large = Number.isFinite(from) ? sql`s.documents >= ${from}` : sql`false`;
  const among = paths ? sql`c.scope = any(${textArray(paths)}::text[])` : sql`true`;
  return channel.rows<Candidate>(sql`
      with candidates as (
        select s.scope, p.id as space from ${names.scopes} as s cross join ${names.spaces} as p where ${large}
        union
        select scope, space from ${names.vector_indexes}
      )
      select c.scope, c.space, p.name as space_name, p.dimensions, p.state = 'retired' as retired, i.name, i.built_at is not null as built,
        (select count(*) from ${names.vectors} as v where v.scope = c.scope and v.space = c.space) as count,
        case when i.vectors > 0 and i.bytes > 0 then i.bytes::double precision / i.vectors end as bytes_per_vector
      from candidates as c
      left join ${names.spaces} as p on p.id = c.space
      left join ${names.vector_indexes} as i on i.scope = c.scope and i.space = c.space
      where ${among}
      order by c.scope, c.space`);
}

async function readCatalog({
  channel,
  names,
}: StoreContext): Promise<ReadonlyMap<string, CatalogIndex>> {
  const found = await channel.rows<CatalogIndex>(sql`
      select c.relname as name, i.indisvalid and i.indisready as valid, pg_relation_size(c.oid) as bytes
      from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${names.schema} and starts_with(c.relname, ${INDEX_PREFIX})`);
  return new Map(found.map((index) => [index.name, index]));
}
