import type { Connection } from "../../sql/connection.js";
import type { SqlFragment } from "../../sql/sql-fragment.js";
import type { ScopesTable } from "../../sql/tables.js";
import type { StoreContext } from "../../store-context.js";
import type { SelectedRow } from "../found-record.js";
import type { Similarities } from "../similarities.js";

/** What all questions of one search by SQL share. */
export interface SqlSearch extends StoreContext {
  readonly similarities: Similarities;
  readonly scopes: readonly ScopesTable[];
  /** What a selection asks of `records as r`. */
  readonly selected: SqlFragment;
  /** By row, those of the selection that some question has met. */
  readonly seen: ReadonlyMap<number, SelectedRow>;
  /** A row of the selection as the rest of the search knows it; it is seen then. */
  readonly known: (row: FoundRow) => SelectedRow;
}

/** What statements say of `records as r`. */
export interface FoundRow {
  readonly row: number;
  readonly id: string;
  readonly scripts: number | null;
  readonly scope: number;
  readonly thread: string | null;
}

/** The columns of a `FoundRow` of an alias of `records`. */
export function foundColumns(alias: "r" | "n"): string {
  return (
    `${alias}.row, ${alias}.id, iif(${alias}.text_hash is null, null, ${alias}.scripts) as scripts, ` +
    `${alias}.scope, ${alias}.thread`
  );
}

/** Runs a statement that is put together of pieces. */
export function ask<Row>(connection: Connection, { sql, parameters }: SqlFragment): Row[] {
  return connection.dynamic<Row>(sql, parameters);
}
