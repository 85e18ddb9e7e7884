import { sqlText } from "../../sql/sql-fragment.js";
import type { SelectedRow } from "../found-record.js";
import { ask, foundColumns } from "./sql-search.js";
import type { FoundRow, SqlSearch } from "./sql-search.js";

/**
 * Those of the rows that the selection contains, in any order. What another leg has found is not
 * read again.
 */
export function selectRows(search: SqlSearch, rows: readonly number[]): readonly SelectedRow[] {
  const known: SelectedRow[] = [];
  const unknown: number[] = [];
  for (const row of rows) {
    const one = search.seen.get(row);
    if (one) known.push(one);
    else unknown.push(row);
  }
  if (unknown.length === 0) return known;
  const columns = { sql: foundColumns("r"), parameters: [] };
  const found = ask<FoundRow>(
    search.connection,
    sqlText`select ${columns} from records as r
      where r.row in (select value from json_each(${JSON.stringify(unknown)})) and ${search.selected}`,
  );
  return [...known, ...found.map((row) => search.known(row))];
}
