import type { AuthorColumns, RecordColumns as CommonColumns } from "@kioku/core/toolkit";

/** Columns of `records` that hold a record, as they are read. */
export interface RecordColumns extends CommonColumns {
  /** `scopeToPath`. */
  readonly scope: string;
}

/** A row of `records`. */
export interface RecordsTable extends RecordColumns, AuthorColumns {
  /** `occurred_at`, else `created_at`. */
  readonly happened_at: number;
  /** Of a record that has no row in `strength`. */
  readonly first_stability_days: number;
  readonly content_hash: string;
  /** Null where the record is not searchable, as are `number` and `terms`. */
  readonly text_hash: string | null;
  readonly number: number | null;
  readonly term_count: number;
  readonly scripts: number;
}
