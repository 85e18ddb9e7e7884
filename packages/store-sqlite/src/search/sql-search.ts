import type { Similarities } from "../index/similarities.js";
import type { ScopesTable } from "../schema/rows.js";
import { sqlText, type SqlFragment } from "../sql/sql-text.js";
import type { StoreContext } from "../sql/store-context.js";

/** State shared by all legs of a search by SQL. */
export interface SqlSearch extends StoreContext {
  readonly similarities: Similarities;
  readonly scopes: readonly ScopesTable[];
  /** The selection's condition on `records as r`. */
  readonly selected: SqlFragment;
  readonly rows: SqlRows;
  /** Orders slots by id, then by path. */
  readonly compare: (a: number, b: number) => number;
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

/** Records of the selection that some leg has met. Slots count them from 0. */
export class SqlRows {
  readonly #rows: FoundRow[] = [];
  readonly #slots = new Map<number, number>();

  /** Adds a record of the selection and returns its slot. */
  add(row: FoundRow): number {
    const known = this.#slots.get(row.row);
    if (known !== undefined) return known;
    const slot = this.#rows.push(row) - 1;
    this.#slots.set(row.row, slot);
    return slot;
  }

  at(slot: number): FoundRow | undefined {
    return this.#rows[slot];
  }

  rowAt(slot: number): number {
    return this.#rows[slot]?.row ?? -1;
  }

  slotOf(row: number): number | undefined {
    return this.#slots.get(row);
  }
}

/** Returns the slots of the rows that the selection contains; reads only those not yet met. */
export function selectRows(search: SqlSearch, rows: readonly number[]): readonly number[] {
  const known: number[] = [];
  const unknown: number[] = [];
  for (const row of rows) {
    const slot = search.rows.slotOf(row);
    if (slot === undefined) unknown.push(row);
    else known.push(slot);
  }
  if (unknown.length === 0) return known;
  const found = search.connection.dynamic<FoundRow>(
    sqlText`select ${foundColumns("r")} from records as r
      where r.row in (select value from json_each(${JSON.stringify(unknown)})) and ${search.selected}`,
  );
  return [...known, ...found.map((row) => search.rows.add(row))];
}
