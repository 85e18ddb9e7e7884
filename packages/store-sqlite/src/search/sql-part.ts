import { compareText, type Selection } from "@kioku/core/toolkit";

import type { ScopesTable } from "../schema/rows.js";
import { selectionFragment } from "../sql/selection-sql.js";
import { sqlText } from "../sql/sql-text.js";
import type { SearchContext, SearchPart, SlotColumns, ThreadVisitor } from "./search-part.js";
import { foundColumns, SqlRows, type FoundRow, type SqlSearch } from "./sql-search.js";
import { textBySql } from "./sql-text.js";
import { nearestBySql } from "./sql-vectors.js";

/** Searches scopes by SQL: fastest where they are small, and the only way without memory. */
export function sqlPart(
  context: SearchContext,
  scopes: readonly ScopesTable[],
  selection: Selection,
): SearchPart {
  const searchable = scopes.filter(({ documents }) => documents > 0);
  const rows = new SqlRows();
  const columns = columnsOf(rows, new Map(scopes.map(({ id, path }) => [id, path])));
  const compare = (a: number, b: number): number =>
    compareText(columns.idAt(a), columns.idAt(b)) ||
    compareText(columns.pathAt(a), columns.pathAt(b));
  const selected = selectionFragment(context.queries, selection);
  const search: SqlSearch = { ...context, scopes: searchable, selected, rows, compare };
  return {
    ...columns,
    documents: searchable.reduce((sum, scope) => sum + scope.documents, 0),
    terms: searchable.reduce((sum, scope) => sum + scope.terms, 0),
    nearest: async (query) => nearestBySql(search, query),
    withTerms: async (terms) => textBySql(search, terms),
    around: (slots, count, visit) => aroundBySql(search, slots, { count, visit }),
    compare,
  };
}

function columnsOf(rows: SqlRows, paths: ReadonlyMap<number, string>): SlotColumns {
  return {
    idAt: (slot) => rows.at(slot)?.id ?? "",
    pathAt: (slot) => paths.get(rows.at(slot)?.scope ?? -1) ?? "",
    rowAt: (slot) => rows.rowAt(slot),
    traitsAt: (slot) => rows.at(slot)?.traits ?? null,
    speakerAt: (slot) => rows.at(slot)?.speaker ?? null,
    threadAt: (slot) => rows.at(slot)?.thread ?? null,
  };
}

interface Neighbour extends FoundRow {
  readonly hit: number;
}

/** Visits these slots and up to `count` selected neighbours of each on each side. */
function aroundBySql(
  search: SqlSearch,
  slots: readonly number[],
  { count, visit }: { readonly count: number; readonly visit: ThreadVisitor },
): void {
  const { rows } = search;
  const threaded = slots.map((slot) => rows.at(slot)).filter((row) => row && row.thread !== null);
  if (threaded.length === 0) return;
  const found = threaded.map((row) => row?.row ?? -1);
  const hits = JSON.stringify(found);
  // One more before, so that the first has a previous one.
  const before = readSide(search, hits, { isBefore: true, limit: count + 2 });
  const after = readSide(search, hits, { isBefore: false, limit: count });
  for (const hit of found) {
    const earlier = before.get(hit) ?? [];
    const spare = earlier.filter(({ row }) => row !== hit).length > count ? 1 : 0;
    let previous = -1;
    for (const [index, neighbour] of [...earlier, ...(after.get(hit) ?? [])].entries()) {
      const slot = rows.add(neighbour);
      if (index >= spare) visit(slot, previous);
      previous = slot;
    }
  }
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
