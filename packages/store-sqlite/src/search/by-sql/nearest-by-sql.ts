import { sqlText } from "../../sql/sql-fragment.js";
import type { SqlFragment } from "../../sql/sql-fragment.js";
import { vectorToBytes } from "../../vector/vector-bytes.js";
import { vectorRow } from "../../vector/vector-row.js";
import { compareFound } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import type { VectorQuery } from "../search-part.js";
import { scopeChunks } from "./scope-chunks.js";
import type { ScopeChunk } from "./scope-chunks.js";
import { ask, foundColumns } from "./sql-search.js";
import type { FoundRow, SqlSearch } from "./sql-search.js";

/**
 * So many more are looked for than asked, because sqlite-vec compares in single precision. Then
 * they are compared in double precision, so that it does not show which way they were found.
 */
const SPARE = 16;

/**
 * The nearest vectors of the selection, by sqlite-vec: all are compared, some thousands at a time.
 */
export async function nearestBySql(
  search: SqlSearch,
  query: VectorQuery,
): Promise<readonly FoundRecord[]> {
  const bytes = vectorToBytes(query.values);
  let best: FoundRecord[] = [];
  for (const chunk of scopeChunks(search.connection, search.scopes)) {
    const pausing = search.pause();
    if (pausing) await pausing;
    const rows = ask<FoundRow>(search.connection, nearestOfChunk(search, { chunk, bytes, query }));
    const records = rows.map(({ row }) => row);
    const scores = search.similarities.of(query, records);
    const found = rows.map((row, index) => ({ ...search.known(row), score: scores[index] ?? -1 }));
    best = [...best, ...found].toSorted(compareFound).slice(0, query.limit);
  }
  return best;
}

interface Nearest {
  readonly chunk: ScopeChunk;
  readonly bytes: Uint8Array;
  readonly query: VectorQuery;
}

function nearestOfChunk(
  { selected }: SqlSearch,
  { chunk: { scopes, from, to }, bytes, query }: Nearest,
): SqlFragment {
  const { space, limit } = query;
  const [only] = scopes;
  const columns = { sql: foundColumns("r"), parameters: [] };
  const distance = sqlText`vec_distance_l2(v.vec, ${bytes})`;
  const joined = sqlText`join vectors as v on v.row = ${vectorRow(space.id, 0)} + r.row`;
  if (scopes.length === 1 && only !== undefined) {
    return sqlText`select ${columns}
      from records as r indexed by records_by_scope ${joined}
      where r.scope = ${only} and r.row > ${from} and r.row <= ${to} and ${selected}
      order by ${distance}, r.id limit ${limit + SPARE}`;
  }
  return sqlText`select ${columns}
    from records as r indexed by records_by_scope ${joined} join scopes as s on s.id = r.scope
    where r.scope in (select value from json_each(${JSON.stringify(scopes)})) and ${selected}
    order by ${distance}, r.id, s.path limit ${limit + SPARE}`;
}
