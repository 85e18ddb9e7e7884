import type { MemoryRecord, Scope } from "@kioku/core";
import { pathToScope, columnsToRecord, RECORD_COLUMNS } from "@kioku/core/toolkit";
import type { StoredColumns, StrengthColumns } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import type { Names, RecordColumns, RecordsTable } from "../sql/names.js";

/** A record as it is read, with its strength. */
export interface RecordRow extends RecordColumns, StrengthColumns {}

/** Columns that can be long, and their placeholders. */
const LONG_COLUMNS: Readonly<Partial<Record<keyof RecordColumns, string>>> = {
  content: "''",
  value: "null",
  metadata: "'{}'",
  sources: "null",
};

/** Columns of `records as r`, joined by `joinStrength`, for a `RecordRow`. */
export const RECORD_SELECTION: RawBuilder<unknown> = selectionOf((column) => `r.${column}`);

const LEAN_RECORD_SELECTION: RawBuilder<unknown> = selectionOf((column) => {
  const nothing = LONG_COLUMNS[column];
  return nothing === undefined ? `r.${column}` : `${nothing}::text as ${column}`;
});

function selectionOf(select: (column: keyof RecordColumns) => string): RawBuilder<unknown> {
  return sql.raw(
    [
      "r.scope",
      ...RECORD_COLUMNS.map(select),
      // Unused records have no row in strength.
      "coalesce(t.stability_days, r.first_stability_days) as stability_days",
      "coalesce(t.uses, 0) as uses",
      "t.last_used_at",
    ].join(", "),
  );
}

/** Joins `records as r` with `strength as t`, by a lookup that no plan turns into a scan. */
export function joinStrength({ strength }: Names): RawBuilder<unknown> {
  return sql`left join lateral (select * from ${strength} as s
    where s.scope = r.scope and s.id = r.id offset 0) as t on true`;
}

/** Returns a fresh record that keeps `scope`. */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.scope)): MemoryRecord {
  return columnsToRecord(row, scope);
}

/** Columns of `records` beside the record itself. */
type ExtraColumns = Pick<
  RecordsTable,
  | "change"
  | "actor"
  | "cause"
  | "content_hash"
  | "text_hash"
  | "number"
  | "term_count"
  | "traits"
  | "first_stability_days"
>;

/** A record as it is read to be changed. */
export interface StoredRow extends RecordRow, ExtraColumns {}

const EXTRA_SELECTION = sql.raw(
  [
    "r.change",
    "r.actor",
    "r.cause",
    "r.content_hash",
    "r.text_hash",
    "r.number",
    "r.term_count",
    "r.traits",
    "r.first_stability_days",
  ].join(", "),
);

/** Columns of `records as r` and `strength as t` for a `StoredRow`. */
export const STORED_SELECTION: RawBuilder<unknown> = sql`${RECORD_SELECTION}, ${EXTRA_SELECTION}`;

/** The same without long values, for removing records of which nothing is kept. */
export const LEAN_SELECTION: RawBuilder<unknown> = sql`${LEAN_RECORD_SELECTION}, ${EXTRA_SELECTION}`;

/** Length of the long columns of `records as r`, in bytes. */
export const STORED_LENGTH: RawBuilder<unknown> = sql.raw(
  Object.keys(LONG_COLUMNS)
    .map((column) => `coalesce(octet_length(r.${column}::text), 0)`)
    .join(" + "),
);

/** Returns the stored, compressed size of the long columns of `records`, which is quick to read. */
export function storedSize(alias: string): RawBuilder<unknown> {
  const columns = Object.keys(LONG_COLUMNS);
  return sql.raw(
    columns.map((name) => `coalesce(pg_column_size(${alias}.${name}), 0)`).join(" + "),
  );
}

/** A record at some point of a batch. */
export interface CurrentRecord extends StoredColumns, ExtraColumns {
  /** Its terms, if they have to be written. */
  readonly terms: readonly string[] | undefined;
}
