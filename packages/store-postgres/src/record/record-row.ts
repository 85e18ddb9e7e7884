import type { MemoryRecord, Scope } from "@kioku/core";
import { pathToScope, columnsToRecord, RECORD_COLUMNS } from "@kioku/core/toolkit";
import type { StrengthColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import type { Names } from "../sql/names.js";
import type { RecordColumns } from "../sql/tables.js";

/** A record as it is read: its columns and its strength. */
export interface RecordRow extends RecordColumns, StrengthColumns {}

/** The columns that can be long, and what stands for nothing in them. */
export const LONG_COLUMNS: Readonly<Partial<Record<keyof RecordColumns, string>>> = {
  content: "''",
  value: "null",
  metadata: "'{}'",
  sources: "null",
};

/** What to select of `records as r` joined by `joinStrength` to read a `RecordRow`. */
export const RECORD_SELECTION: RawBuilder<unknown> = selectionOf((column) => `r.${column}`);

/** The same with nothing in the columns that can be long. */
export const LEAN_RECORD_SELECTION: RawBuilder<unknown> = selectionOf((column) => {
  const nothing = LONG_COLUMNS[column];
  return nothing === undefined ? `r.${column}` : `${nothing}::text as ${column}`;
});

function selectionOf(select: (column: keyof RecordColumns) => string): RawBuilder<unknown> {
  return sql.raw(
    [
      "r.scope",
      ...RECORD_COLUMNS.map(select),
      // A record that was never used has no row in strength.
      "coalesce(t.stability_days, r.first_stability_days) as stability_days",
      "coalesce(t.uses, 0) as uses",
      "t.last_used_at",
    ].join(", "),
  );
}

/**
 * Joins `records as r` with its `strength as t`. As a lookup it cannot become a scan of all
 * strengths, whatever statistics say.
 */
export function joinStrength({ strength }: Names): RawBuilder<unknown> {
  return sql`left join lateral (select * from ${strength} as s
    where s.scope = r.scope and s.id = r.id offset 0) as t on true`;
}

/** A record as it is read, a fresh copy that keeps `scope`. */
export function rowToRecord(row: RecordRow, scope: Scope = pathToScope(row.scope)): MemoryRecord {
  return columnsToRecord(row, scope);
}
