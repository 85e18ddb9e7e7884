import { recordFromJson, scopeToPath } from "@kioku/core";
import type { JsonObject, RecordId, Revision, RevisionChange } from "@kioku/core";

import { rowToRecord } from "../record/record-codec.js";
import type { Connection } from "../sql/connection.js";
import type { AuthorColumns } from "../sql/tables.js";
import { findRecord } from "./find-record.js";

const ENDED = `
  select h.version, h.change, h.actor, h.cause, h.recorded_at, h.snapshot
  from history as h join scopes as s on s.id = h.scope
  where s.path = ? and h.id = ? order by h.version`;

interface EndedRow extends AuthorColumns {
  readonly version: number;
  readonly recorded_at: number;
  readonly snapshot: string | null;
}

/** Every version of one record, oldest first: those that have ended, then the one that is there. */
export function readHistory(connection: Connection, { scope, id }: RecordId): readonly Revision[] {
  const ended = connection.all<EndedRow>(ENDED, scopeToPath(scope), id).map((row) => ({
    ...head(row, row.recorded_at),
    ...(row.snapshot === null
      ? undefined
      : { record: recordFromJson(JSON.parse(row.snapshot) as JsonObject) }),
  }));
  const current = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (!current) return ended;
  return [...ended, { ...head(current, current.updated_at), record: rowToRecord(current) }];
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
