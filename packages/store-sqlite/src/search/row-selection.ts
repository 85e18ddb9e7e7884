/** A record that a selection contains. */
export interface SelectedRow {
  readonly row: number;
  readonly id: string;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  /** Of its scope. */
  readonly path: string;
}

/** Where a record is in its thread. */
export interface ThreadPlace {
  readonly of: SelectedRow;
  readonly thread: string;
  /** Id of the record before it. */
  readonly previous: string | undefined;
}

/** Tells which rows of the searched scopes a selection contains, and what is beside them. */
export interface RowSelection {
  /** Those of the rows that the selection contains, in any order. */
  select(rows: readonly number[]): readonly SelectedRow[];
  /**
   * The places of these rows and of up to `count` rows of the selection on each side of them, each once. Rows without a thread
   * have none.
   */
  around(rows: readonly SelectedRow[], count: number): readonly ThreadPlace[];
}
