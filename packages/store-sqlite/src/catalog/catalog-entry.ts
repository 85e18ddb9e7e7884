/** What a search has to know of a record, wherever it is looked up. Instants are milliseconds since 1970. */
export interface CatalogEntry {
  readonly row: number;
  readonly id: string;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  readonly thread: string | null;
  readonly happenedAt: number;
  readonly archivedAt: number | null;
  readonly expiresAt: number | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** One record that was written, or removed where `entry` is absent. */
export interface CatalogChange {
  readonly scope: number;
  readonly row: number;
  readonly entry?: CatalogEntry;
}
