import { recordFromJson } from "@kioku/core";
import type { JsonObject, Revision, RevisionChange } from "@kioku/core";

import type { AuthorColumns } from "../sql/tables.js";
import { rowToRecord } from "./record-codec.js";
import type { StoredRow } from "./stored-row.js";

/** A row of `history`, as it is read. */
export interface EndedRow extends AuthorColumns {
  readonly version: number;
  readonly recorded_at: number;
  readonly searchable: number;
  readonly snapshot: string | null;
}

/** What to select of `history as h` to read an `EndedRow`. */
export const ENDED_COLUMNS =
  "h.version, h.change, h.actor, h.cause, h.recorded_at, h.searchable, h.snapshot";

/** A version that has ended, or a deletion. */
export function endedToRevision(row: EndedRow): Revision {
  const { snapshot } = row;
  return {
    ...head(row, row.recorded_at),
    ...(snapshot === null
      ? undefined
      : { record: recordFromJson(JSON.parse(snapshot) as JsonObject) }),
  };
}

/** The version that is there. */
export function currentToRevision(row: StoredRow): Revision {
  return { ...head(row, row.updated_at), record: rowToRecord(row) };
}

function head(row: AuthorColumns & { readonly version: number }, at: number): Revision {
  return {
    version: row.version,
    change: row.change as RevisionChange,
    at: new Date(at),
    ...(row.actor === null ? undefined : { actor: row.actor }),
    ...(row.cause === null ? undefined : { cause: row.cause }),
  };
}
