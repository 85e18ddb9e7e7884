import type { StoredColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { LEAN_RECORD_SELECTION, LONG_COLUMNS, RECORD_SELECTION } from "../../record/record-row.js";
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

const BESIDE_SELECTION = sql.raw(
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
);

/** What to select of `records as r` and `strength as t` to read such a row. */
export const STORED_SELECTION: RawBuilder<unknown> = sql`${RECORD_SELECTION}, ${BESIDE_SELECTION}`;

/**
 * The same with nothing in the columns that can be long: enough to remove a record of which nothing
 * is kept.
 */
export const LEAN_SELECTION: RawBuilder<unknown> = sql`${LEAN_RECORD_SELECTION}, ${BESIDE_SELECTION}`;

/** How long the long columns of `records as r` are, in bytes. */
export const STORED_LENGTH: RawBuilder<unknown> = sql.raw(
  Object.keys(LONG_COLUMNS)
    .map((column) => `coalesce(octet_length(r.${column}::text), 0)`)
    .join(" + "),
);

/**
 * Returns SQL for what the long columns of a row of `records` take, compressed as they are: quick.
 */
export function storedSize(alias: string): RawBuilder<unknown> {
  const columns = Object.keys(LONG_COLUMNS);
  return sql.raw(
    columns.map((name) => `coalesce(pg_column_size(${alias}.${name}), 0)`).join(" + "),
  );
}

/** A record as it stands at some point of a batch. */
export interface CurrentRecord extends StoredColumns, BesideColumns {
  /** What it is found by, if that is to be written; else it stays what it is in the database. */
  readonly terms: readonly string[] | undefined;
}
