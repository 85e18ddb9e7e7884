import { RECORD_COLUMNS } from "@kioku/core/toolkit";
import type { StrengthColumns } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { AliasedRawBuilder } from "kysely";

import type { RecordColumns } from "../sql/tables.js";

/** A record as it is read: its columns, its strength and the path of its scope. */
export interface RecordRow extends RecordColumns, StrengthColumns {
  readonly path: string;
}

// A record that was never used has no row in `strength`.
const STABILITY = "coalesce(t.stability_days, r.first_stability_days)";
const USES = "coalesce(t.uses, 0)";

/**
 * What to select of `records as r`, `strength as t` (joined as in `RECORD_SOURCE`) and
 * `scopes as s` to read a `RecordRow`.
 */
export const RECORD_SELECTION: readonly (
  | `r.${keyof RecordColumns}`
  | "t.last_used_at"
  | "s.path"
  | AliasedRawBuilder<number, "stability_days">
  | AliasedRawBuilder<number, "uses">
)[] = [
  ...RECORD_COLUMNS.map((column) => `r.${column}` as const),
  sql.raw<number>(STABILITY).as("stability_days"),
  sql.raw<number>(USES).as("uses"),
  "t.last_used_at",
  "s.path",
];

/** The same as text. */
export const SELECTED_COLUMNS: string = [
  ...RECORD_COLUMNS.map((column) => `r.${column}`),
  `${STABILITY} as stability_days`,
  `${USES} as uses`,
  "t.last_used_at",
  "s.path",
].join(", ");

/** Tables that `RECORD_SELECTION` selects from. */
export const RECORD_SOURCE: string =
  "from records as r left join strength as t on t.record = r.row join scopes as s on s.id = r.scope";

/** The beginning of statements that read such rows. */
export const SELECT_RECORD: string = `select ${SELECTED_COLUMNS} ${RECORD_SOURCE}`;
