import type { StoredColumns } from "@kioku/core/stores";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { RECORD_SELECTION } from "../../record/record-row.js";
import type { RecordRow } from "../../record/record-row.js";
import type { RecordsTable } from "../../sql/tables.js";

/** What a row of `records` says beside the record itself. */
type BesideColumns = Pick<
  RecordsTable,
  | "change"
  | "actor"
  | "cause"
  | "content_hash"
  | "text_hash"
  | "number"
  | "term_count"
  | "scripts"
  | "first_stability_days"
>;

/** A record as it is read to be changed. */
export interface StoredRow extends RecordRow, BesideColumns {}

/** What to select of `records as r` and `strength as t` to read such a row. */
export const STORED_SELECTION: RawBuilder<unknown> = sql`${RECORD_SELECTION}, ${sql.raw(
  [
    "r.change",
    "r.actor",
    "r.cause",
    "r.content_hash",
    "r.text_hash",
    "r.number",
    "r.term_count",
    "r.scripts",
    "r.first_stability_days",
  ].join(", "),
)}`;

/** A record as it stands at some point of a batch. */
export interface CurrentRecord extends StoredColumns, BesideColumns {
  /** What it is found by, if that is to be written; else it stays what it is in the database. */
  readonly terms: readonly string[] | undefined;
}
