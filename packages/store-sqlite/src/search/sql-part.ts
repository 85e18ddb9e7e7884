import type { Selection } from "@kioku/core/toolkit";

import { scopeChunks, type ScopeChunk } from "../read/selected-scopes.js";
import { compareFound, vectorRow, vectorToBytes, type ScopesTable } from "../schema/rows.js";
import { selectionFragment } from "../sql/selection-sql.js";
import { sqlText, type SqlFragment } from "../sql/sql-text.js";
import type {
  FoundRecord,
  SearchContext,
  SearchPart,
  SelectedRow,
  ThreadPosition,
  VectorQuery,
} from "./search-part.js";
import { foundColumns, type FoundRow, type SqlSearch } from "./sql-search.js";
import { textBySql } from "./sql-text.js";

/** Searches scopes by SQL: fastest where they are small, and the only way without memory. */
export function sqlPart(
  context: SearchContext,
  scopes: readonly ScopesTable[],
  selection: Selection,
): SearchPart {
  const searchable = scopes.filter(({ documents }) => documents > 0);
  const paths = new Map(scopes.map(({ id, path }) => [id, path]));
  const seen = new Map<number, SelectedRow>();
  const known = ({ row, scope, thread, ...rest }: FoundRow): SelectedRow => {
    const found = seen.get(row);
    if (found) return found;
    const { id, traits, speaker } = rest;
    const path = paths.get(scope) ?? "";
    const one = { row, id, traits, speaker, path, hasThread: thread !== null };
    seen.set(row, one);
    return one;
  };
  const selected = selectionFragment(context.queries, selection);
  const search: SqlSearch = { ...context, scopes: searchable, selected, seen, known };
  return {
    documents: searchable.reduce((sum, scope) => sum + scope.documents, 0),
    terms: searchable.reduce((sum, scope) => sum + scope.terms, 0),
    nearest: async (query) => nearestBySql(search, query),
    withTerms: async (terms) => textBySql(search, terms),
    around: (rows, count) =>
      aroundBySql(
        search,
        rows.filter(({ row }) => seen.has(row)),
        count,
      ),
  };
}

/** Extra results of sqlite-vec's single precision, compared again in double precision. */
const SPARE_NEIGHBOURS = 16;

/** Finds the nearest vectors of the selection by sqlite-vec, comparing all in chunks. */
async function nearestBySql(
  search: SqlSearch,
  query: VectorQuery,
): Promise<readonly FoundRecord[]> {
  const bytes = vectorToBytes(query.values);
  let best: FoundRecord[] = [];
  for (const chunk of scopeChunks(search.connection, search.scopes)) {
    const pausing = search.pause();
    if (pausing) await pausing;
    const nearest = nearestOfChunk(search, { chunk, bytes, query });
    const rows = search.connection.dynamic<FoundRow>(nearest);
    const records = rows.map(({ row }) => row);
    const scores = search.similarities(query, records);
    const found = rows.map((row, index) => ({ ...search.known(row), score: scores[index] ?? -1 }));
    best = [...best, ...found].toSorted(compareFound).slice(0, query.limit);
  }
  return best;
}

function nearestOfChunk(
  { selected }: SqlSearch,
  {
    chunk: { scopes, from, to },
    bytes,
    query,
  }: { readonly chunk: ScopeChunk; readonly bytes: Uint8Array; readonly query: VectorQuery },
): SqlFragment {
  const { space, limit } = query;
  const [only] = scopes;
  const columns = foundColumns("r");
  const distance = sqlText`vec_distance_l2(v.vec, ${bytes})`;
  const joined = sqlText`join vectors as v on v.row = ${vectorRow(space.id, 0)} + r.row`;
  if (scopes.length === 1 && only !== undefined) {
    return sqlText`select ${columns}
      from records as r indexed by records_by_scope ${joined}
      where r.scope = ${only} and r.row > ${from} and r.row <= ${to} and ${selected}
      order by ${distance}, r.id limit ${limit + SPARE_NEIGHBOURS}`;
  }
  return sqlText`select ${columns}
    from records as r indexed by records_by_scope ${joined} join scopes as s on s.id = r.scope
    where r.scope in (select value from json_each(${JSON.stringify(scopes)})) and ${selected}
    order by ${distance}, r.id, s.path limit ${limit + SPARE_NEIGHBOURS}`;
}

interface Neighbour extends FoundRow {
  readonly hit: number;
}

/** Returns thread positions of these rows and of up to `count` selected neighbours each side. */
function aroundBySql(
  search: SqlSearch,
  rows: readonly SelectedRow[],
  count: number,
): readonly ThreadPosition[] {
  const threaded = rows.filter(({ hasThread }) => hasThread);
  if (threaded.length === 0) return [];
  const hits = JSON.stringify(threaded.map(({ row }) => row));
  // One more before, so that the first has a previous one.
  const before = readSide(search, hits, { isBefore: true, limit: count + 2 });
  const after = readSide(search, hits, { isBefore: false, limit: count });
  const positions = new Map<number, ThreadPosition>();
  for (const hit of threaded) {
    const earlier = before.get(hit.row) ?? [];
    const window = [...earlier, ...(after.get(hit.row) ?? [])];
    const spare = earlier.filter(({ row }) => row !== hit.row).length > count ? 1 : 0;
    for (const [index, neighbour] of window.entries()) {
      if (index < spare) continue;
      positions.set(neighbour.row, {
        of: search.known(neighbour),
        thread: neighbour.thread ?? "",
        previous: window[index - 1]?.id,
      });
    }
  }
  return [...positions.values()];
}

/** Reads the hits and the rows before them, or the rows after them, in order, by hit. */
function readSide(
  { connection, selected }: SqlSearch,
  hits: string,
  { isBefore, limit }: { readonly isBefore: boolean; readonly limit: number },
): ReadonlyMap<number, readonly Neighbour[]> {
  const order = { sql: isBefore ? "desc" : "asc", parameters: [] };
  const beyond = { sql: isBefore ? "<=" : ">", parameters: [] };
  const neighbours = connection.dynamic<Neighbour>(
    sqlText`select h.row as hit, ${foundColumns("n")} from records as h join records as n on n.row in (
        select r.row from records as r
        where r.scope = h.scope and r.thread = h.thread
          and (r.happened_at, r.id) ${beyond} (h.happened_at, h.id) and ${selected}
        order by r.happened_at ${order}, r.id ${order} limit ${limit})
      where h.row in (select value from json_each(${hits})) and h.thread is not null
      order by h.row, n.happened_at, n.id`,
  );
  return Map.groupBy(neighbours, ({ hit }) => hit);
}
