/** When a record may be seen. Instants are milliseconds since 1970. */
export interface VisibilityEntry {
  readonly archivedAt: number | null;
  readonly expiresAt: number | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
}

/** Where a record is in its thread, if it has one. */
export interface ThreadEntry {
  /** Number of its scope: threads of different scopes are different, whatever their names. */
  readonly scope: number;
  readonly thread: string | null;
  /** In milliseconds since 1970. */
  readonly happenedAt: number;
}

/** What a mirror knows of a record. */
export interface RosterEntry extends VisibilityEntry, ThreadEntry {
  /** Its row in the database, which says where its slot is. */
  readonly row: number;
  readonly id: string;
  readonly kind: string;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  /** How many terms it is found by, each as often as it is there. */
  readonly termCount: number;
}
