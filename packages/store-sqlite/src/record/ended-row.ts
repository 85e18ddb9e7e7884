import type { EndedColumns } from "@kioku/core/toolkit";

/** A row of `history`, as it is read. */
export interface EndedRow extends EndedColumns {
  readonly searchable: number;
}

/** What to select of `history as h` to read an `EndedRow`. */
export const ENDED_COLUMNS =
  "h.version, h.change, h.actor, h.cause, h.recorded_at, h.searchable, h.snapshot";
