import type { Similarities } from "../index/similarities.js";
import type { ScopesTable } from "../schema/rows.js";
import { sqlText, type SqlFragment } from "../sql/sql-text.js";
import type { StoreContext } from "../sql/store-context.js";
import type { SelectedRow } from "./search-part.js";

/** State shared by all legs of a search by SQL. */
export interface SqlSearch extends StoreContext {
  readonly similarities: Similarities;
  readonly scopes: readonly ScopesTable[];
  /** The selection's condition on `records as r`. */
  readonly selected: SqlFragment;
  /** Records of the selection that some leg has met, by row. */
  readonly seen: ReadonlyMap<number, SelectedRow>;
  /** Returns a selected row in the form that all parts share, and marks it as seen. */
  readonly known: (row: FoundRow) => SelectedRow;
}

/** Columns of `records` that statements select. */
export interface FoundRow {
  readonly row: number;
  readonly id: string;
  readonly traits: number | null;
  readonly speaker: string | null;
  readonly scope: number;
  readonly thread: string | null;
}

/** Returns the columns of a `FoundRow` of an alias of `records`. */
export function foundColumns(alias: "r" | "n"): SqlFragment {
  const traits = `iif(${alias}.text_hash is null, null, ${alias}.traits) as traits`;
  const sql = `${alias}.row, ${alias}.id, ${traits}, ${alias}.speaker, ${alias}.scope, ${alias}.thread`;
  return { sql, parameters: [] };
}

/** Returns the rows that the selection contains, in any order; reads only those not yet seen. */
export function selectRows(search: SqlSearch, rows: readonly number[]): readonly SelectedRow[] {
  const known: SelectedRow[] = [];
  const unknown: number[] = [];
  for (const row of rows) {
    const one = search.seen.get(row);
    if (one) known.push(one);
    else unknown.push(row);
  }
  if (unknown.length === 0) return known;
  const found = search.connection.dynamic<FoundRow>(
    sqlText`select ${foundColumns("r")} from records as r
      where r.row in (select value from json_each(${JSON.stringify(unknown)})) and ${search.selected}`,
  );
  return [...known, ...found.map((row) => search.known(row))];
}
