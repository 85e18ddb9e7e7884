import type { JsonObject } from "../../model/json.js";
import { recordFromJson } from "../../model/record-json.js";
import type { Revision, RevisionChange } from "../../model/record.js";
import type { Scope } from "../../model/scope.js";
import { columnsToRecord } from "./record-columns.js";
import type { ReadColumns } from "./record-columns.js";

/** How a version came about, as it is stored. */
export interface AuthorColumns {
  /** As in `Revision`. */
  readonly change: string;
  /** As in `Revision`. */
  readonly actor: string | null;
  /** As in `Revision`. */
  readonly cause: string | null;
}

/** A version that has ended, or a deletion, as it is stored. */
export interface EndedColumns extends AuthorColumns {
  /** As in `Revision`. */
  readonly version: number;
  /** The `at` of the revision, in milliseconds since 1970. */
  readonly recorded_at: number;
  /** `recordToJson` as text; null for a deletion. */
  readonly snapshot: string | null;
}

/** A version that has ended, or a deletion, as it is read. */
export function endedToRevision(row: EndedColumns): Revision {
  const { snapshot } = row;
  return {
    ...head(row, row.recorded_at),
    ...(snapshot === null
      ? undefined
      : { record: recordFromJson(JSON.parse(snapshot) as JsonObject) }),
  };
}

/** The version that is there, as it is read. */
export function currentToRevision(row: ReadColumns & AuthorColumns, scope: Scope): Revision {
  return { ...head(row, row.updated_at), record: columnsToRecord(row, scope) };
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
