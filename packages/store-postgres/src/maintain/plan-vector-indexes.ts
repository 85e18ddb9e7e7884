import { sql } from "kysely";

import { textArray } from "../client/encode-array.js";
import { INDEX_PREFIX, indexName } from "../search/index-name.js";
import { compile } from "../sql/compile.js";
import type { StoreContext } from "../store-context.js";

/** An index that a scope's vectors have, or are to have. */
export interface PlannedIndex {
  /** Path of the scope. */
  readonly scope: string;
  readonly space: number;
  readonly spaceName: string;
  readonly dimensions: number;
  /** How many vectors there are. */
  readonly count: number;
  /** Name of the index. */
  readonly name: string;
}

/** An index that is to be made. */
export interface MissingIndex extends PlannedIndex {
  readonly reason: "missing" | "invalid" | "bloated";
}

/** What has to be done so that every large scope has an index, and no other. */
export interface IndexPlan {
  /** Indexes that are complete. */
  readonly kept: readonly PlannedIndex[];
  /** Those of them of which it is not written down, because whoever made them ended too early. */
  readonly unnoted: readonly PlannedIndex[];
  readonly missing: readonly MissingIndex[];
  /**
   * Those that one of the missing is, too: where an index cannot be of one scope, all scopes share
   * it.
   */
  readonly shared: readonly PlannedIndex[];
  /** Names of indexes that are to go. */
  readonly unwanted: readonly string[];
  /** Names that are written down of indexes that are there no more, and that nobody wants. */
  readonly forgotten: readonly string[];
}

/** For which scopes, and from which size on. */
export interface PlanRequest {
  /**
   * From how many vectors on a scope gets an index; `Infinity` for never. It keeps it down to the
   * half.
   */
  readonly from: number;
  /** Only scopes of these paths; all where scopes share indexes. */
  readonly paths?: readonly string[] | undefined;
}

interface Candidate {
  readonly scope: string;
  readonly space: number;
  readonly space_name: string | null;
  readonly dimensions: number | null;
  readonly retired: boolean | null;
  readonly count: number;
  /** Name of the index it has or was to get. */
  readonly name: string | null;
  readonly built: boolean;
  readonly bytes_per_vector: number | null;
}

interface CatalogIndex {
  readonly name: string;
  readonly valid: boolean;
  readonly bytes: number;
}

/**
 * An index that takes so many times the space per vector that it took when it was made is made
 * again.
 */
const BLOATED = 3;

/** Compares what is with what should be. */
export async function planVectorIndexes(
  context: StoreContext,
  request: PlanRequest,
): Promise<IndexPlan> {
  const isPartial = context.dialect.supports.partialVectorIndexes;
  const paths = isPartial ? request.paths : undefined;
  const [candidates, catalog] = await Promise.all([
    readCandidates(context, { ...request, paths }),
    readCatalog(context),
  ]);
  const kept: PlannedIndex[] = [];
  const unnoted: PlannedIndex[] = [];
  const missing: MissingIndex[] = [];
  const shared: PlannedIndex[] = [];
  for (const candidate of candidates) {
    const planned = plannedIndex(context, candidate);
    // What cannot have an index is searched exactly.
    if (!planned) continue;
    const found = catalog.get(planned.name);
    if (!isWanted(candidate, found?.valid === true ? request.from / 2 : request.from)) continue;
    if (missing.some(({ name }) => name === planned.name)) shared.push(planned);
    else if (!found) missing.push({ ...planned, reason: "missing" });
    else if (!found.valid) missing.push({ ...planned, reason: "invalid" });
    else if (isPartial && isBloated(candidate, found))
      missing.push({ ...planned, reason: "bloated" });
    else kept.push(planned);
    if (kept.at(-1) === planned && !(candidate.built && candidate.name === planned.name)) {
      unnoted.push(planned);
    }
  }
  const wanted = new Set([...kept, ...missing].map(({ name }) => name));
  const noted = candidates.flatMap(({ name }) => name ?? []);
  // Of some scopes only those are known that belong to them.
  const known = paths ? noted.filter((name) => catalog.has(name)) : [...catalog.keys()];
  return {
    kept,
    unnoted,
    missing,
    shared,
    unwanted: known.filter((name) => !wanted.has(name)),
    forgotten: noted.filter((name) => !wanted.has(name) && !catalog.has(name)),
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

/** The spaces of all scopes that are large or have an index. */
async function readCandidates(
  { channel, names }: StoreContext,
  { from, paths }: PlanRequest,
): Promise<readonly Candidate[]> {
  const large = Number.isFinite(from) ? sql`s.documents >= ${from}` : sql`false`;
  const among = paths ? sql`c.scope = any(${textArray(paths)}::text[])` : sql`true`;
  return channel.rows<Candidate>(
    compile(sql`
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
      order by c.scope, c.space`),
  );
}

/** The indexes that the database has, whole or not. */
async function readCatalog({
  channel,
  names,
}: StoreContext): Promise<ReadonlyMap<string, CatalogIndex>> {
  const found = await channel.rows<CatalogIndex>(
    compile(sql`
      select c.relname as name, i.indisvalid and i.indisready as valid, pg_relation_size(c.oid) as bytes
      from pg_index as i join pg_class as c on c.oid = i.indexrelid join pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = ${names.schema} and starts_with(c.relname, ${INDEX_PREFIX})`),
  );
  return new Map(found.map((index) => [index.name, index]));
}
