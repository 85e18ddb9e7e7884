/** Columns of `records` that hold a record, as they are stored. */
export interface RecordColumns {
  readonly id: string;
  readonly key: string | null;
  readonly kind: string;
  readonly content: string;
  readonly value: string | null;
  readonly metadata: string;
  readonly thread: string | null;
  readonly origin: string;
  readonly trust: number;
  readonly sources: string | null;
  readonly importance: number;
  readonly valence: number | null;
  readonly arousal: number | null;
  readonly pinned: number;
  readonly occurred_at: number | null;
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number | null;
  readonly archived_at: number | null;
  readonly version: number;
}

/** Columns of `strength`. */
export interface StrengthColumns {
  readonly stability_days: number;
  readonly uses: number;
  readonly last_used_at: number | null;
}

/** How a version came about. */
export interface AuthorColumns {
  readonly change: string;
  readonly actor: string | null;
  readonly cause: string | null;
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
