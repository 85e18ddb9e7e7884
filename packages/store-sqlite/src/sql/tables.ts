import type {
  AuthorColumns,
  RecordColumns as CommonColumns,
  StrengthColumns,
} from "@kioku/core/toolkit";

/** Columns of `records` that hold a record, as they are stored. */
export interface RecordColumns extends Omit<CommonColumns, "pinned"> {
  readonly pinned: number;
}

/** A row of `records`. */
export interface RecordsTable extends RecordColumns, AuthorColumns {
  readonly row: number;
  readonly scope: number;
  readonly happened_at: number;
  readonly first_stability_days: number;
  readonly content_hash: string;
  readonly text_hash: string | null;
  readonly term_count: number;
  readonly scripts: number;
}

/** A row of `scopes`. */
export interface ScopesTable {
  readonly id: number;
  readonly path: string;
  readonly records: number;
  readonly documents: number;
  readonly terms: number;
}

/** The tables that dynamic queries read. */
export interface Tables {
  readonly records: RecordsTable;
  readonly strength: StrengthColumns & { readonly record: number };
  readonly scopes: ScopesTable;
}
