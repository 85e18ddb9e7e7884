import type { RecordColumns, StrengthColumns } from "../sql/tables.js";

/** A record as it is read: its columns, its strength and the path of its scope. */
export interface RecordRow extends RecordColumns, StrengthColumns {
  readonly path: string;
}

/** The columns of `records` that hold a record. */
export const RECORD_COLUMNS: readonly (keyof RecordColumns)[] = [
  "id",
  "key",
  "kind",
  "content",
  "value",
  "metadata",
  "thread",
  "origin",
  "trust",
  "sources",
  "importance",
  "valence",
  "arousal",
  "pinned",
  "occurred_at",
  "valid_from",
  "valid_to",
  "created_at",
  "updated_at",
  "expires_at",
  "archived_at",
  "version",
];

/** What to select of `records as r`, `strength as t` and `scopes as s` to read a `RecordRow`. */
export const RECORD_SELECTION: readonly (
  | `r.${keyof RecordColumns}`
  | `t.${keyof StrengthColumns}`
  | "s.path"
)[] = [
  ...RECORD_COLUMNS.map((column) => `r.${column}` as const),
  "t.stability_days",
  "t.uses",
  "t.last_used_at",
  "s.path",
];

/** Tables that `RECORD_SELECTION` selects from. */
export const RECORD_SOURCE: string =
  "from records as r join strength as t on t.record = r.row join scopes as s on s.id = r.scope";

/** The beginning of statements that read such rows. */
export const SELECT_RECORD: string = `select ${RECORD_SELECTION.join(", ")} ${RECORD_SOURCE}`;
