import { BestOrdinals } from "../index/best-ordinals.js";
import { cosine } from "../index/cosines.js";
import { CHUNK, scopeChunks, type ScopeChunk } from "../read/selected-scopes.js";
import { unpackVectors } from "../schema/packed-vector.js";
import { vectorRow, vectorToBytes } from "../schema/rows.js";
import { sqlText, type SqlFragment } from "../sql/sql-text.js";
import type { PartMatches, VectorQuery } from "./search-part.js";
import { selectRows, type SqlSearch } from "./sql-search.js";

/** Bytes of a number that sqlite-vec compares. */
const BYTES_PER_NUMBER = 4;
/** Bytes of the vectors that are compared at once. */
const MAX_CHUNK_BYTES = 524_288;

/** Extra results of sqlite-vec's single precision, compared again in double precision. */
const SPARE_NEIGHBOURS = 16;
/** More than sqlite-vec's distances of vectors of length 1 are off, as a cosine. */
const MAX_ERROR = 1e-5;

/** Records as near as the last of the wanted, whose ids decide, before they are looked up. */
const MAX_TIES = 256;

interface ScoredRow {
  readonly row: number;
  readonly score: number;
}

/** Finds the nearest vectors of the selection by sqlite-vec, comparing all in chunks. */
export async function nearestBySql(search: SqlSearch, query: VectorQuery): Promise<PartMatches> {
  const width = query.values.length;
  const size = Math.ceil(Math.min(CHUNK, MAX_CHUNK_BYTES / BYTES_PER_NUMBER / width));
  let scored: readonly ScoredRow[] = [];
  for (const chunk of scopeChunks(search.connection, search.scopes, size)) {
    const pausing = search.pause();
    if (pausing) await pausing;
    scored = bestOf([...scored, ...nearestOfChunk(search, chunk, query)], query.limit);
    if (scored.length > query.limit + MAX_TIES)
      scored = scoredRows(search, byId(search, scored, query.limit));
  }
  const best = byId(search, scored, query.limit);
  return {
    slots: best.ordinals,
    scores: best.scores,
    rate: (slots) => {
      const records = Array.from(slots, (slot) => search.rows.rowAt(slot));
      return { scores: Float64Array.from(search.similarities(query, records)) };
    },
  };
}

/** Returns the best, and all that are as good as the last of them. */
function bestOf(scored: readonly ScoredRow[], limit: number): readonly ScoredRow[] {
  const sorted = scored.toSorted((a, b) => b.score - a.score);
  const least = sorted[limit - 1]?.score ?? Number.NEGATIVE_INFINITY;
  return sorted.filter(({ score }) => score >= least);
}

/** Returns the best by score, then id and path, as slots. */
function byId(search: SqlSearch, scored: readonly ScoredRow[], limit: number): BestOrdinals {
  const scores = new Map(scored.map(({ row, score }) => [row, score]));
  const best = new BestOrdinals(limit, search.compare);
  for (const slot of selectRows(search, [...scores.keys()])) {
    const score = scores.get(search.rows.rowAt(slot)) ?? -1;
    if (best.admits(slot, score)) best.add(slot, score);
  }
  return best;
}

function scoredRows({ rows }: SqlSearch, { ordinals, scores }: BestOrdinals): readonly ScoredRow[] {
  return Array.from(ordinals, (slot, index) => ({
    row: rows.rowAt(slot),
    score: scores[index] ?? -1,
  }));
}

/** Rows as a JSON array, and their vectors in the same order. */
interface ChunkVectors {
  readonly rows: string;
  readonly packed: Uint8Array | null;
}

interface PlacedRow {
  readonly row: number;
  /** Index of its vector. */
  readonly place: number;
}

/** Returns the nearest records of a chunk and some more, with exact scores. */
function nearestOfChunk(
  search: SqlSearch,
  chunk: ScopeChunk,
  query: VectorQuery,
): readonly ScoredRow[] {
  const { connection } = search;
  const { values, limit } = query;
  const [found] = connection.dynamic<ChunkVectors>(vectorsOf(search, chunk, query));
  if (!found || found.packed === null) return [];
  const width = values.length;
  const vectors = unpackVectors(found.packed, width);
  const exact = ({ row, place }: PlacedRow): ScoredRow => {
    const vector = vectors.subarray(place * width, (place + 1) * width);
    return { row, score: cosine(values, vector) };
  };
  const nearest = connection.dynamic<PlacedRow>(nearestOf({ rows: found.rows, vectors }, query));
  const scored = nearest.map(exact);
  const count = vectors.length / width;
  const last = scored.at(-1)?.score ?? 1;
  const least = bestOf(scored, limit)[limit - 1]?.score ?? last;
  if (scored.length === count || last + MAX_ERROR < least) return scored;
  // Too many are as near as the last one.
  const rows = JSON.parse(found.rows) as number[];
  return rows.map((row, place) => exact({ row, place })).filter(({ score }) => score >= least);
}

/** Reads all vectors as one value, because a value for each takes longer than comparing it. */
function vectorsOf(
  { selected }: SqlSearch,
  { scopes, from, to }: ScopeChunk,
  { space }: VectorQuery,
): SqlFragment {
  const [only] = scopes;
  const vectors = {
    // Joining texts in UTF-8 keeps all bytes, and so do casts to text and back.
    sql: "json_group_array(r.row) as rows, cast(group_concat(v.vec, '') as blob) as packed",
    parameters: [],
  };
  const joined = sqlText`join vectors as v on v.row = ${vectorRow(space.id, 0)} + r.row`;
  if (scopes.length === 1 && only !== undefined) {
    return sqlText`select ${vectors}
      from records as r indexed by records_by_scope ${joined}
      where r.scope = ${only} and r.row > ${from} and r.row <= ${to} and ${selected}`;
  }
  return sqlText`select ${vectors} from records as r indexed by records_by_scope ${joined}
    where r.scope in (select value from json_each(${JSON.stringify(scopes)})) and ${selected}`;
}

function nearestOf(
  { rows, vectors }: { readonly rows: string; readonly vectors: Float32Array },
  { values, limit }: VectorQuery,
): SqlFragment {
  const bytes = values.length * BYTES_PER_NUMBER;
  const vector = sqlText`substr(${vectorToBytes(vectors)}, w.key * ${bytes} + 1, ${bytes})`;
  return sqlText`select w.key as place, w.value as row from json_each(${rows}) as w
    order by vec_distance_l2(${vector}, ${vectorToBytes(values)}) limit ${limit + SPARE_NEIGHBOURS}`;
}
