import { scopeToPath } from "@kioku/core";
import type { RecordId, Revision } from "@kioku/core";
import { currentToRevision, endedToRevision } from "@kioku/core/stores";

import { ENDED_COLUMNS } from "../record/ended-row.js";
import type { EndedRow } from "../record/ended-row.js";
import type { Connection } from "../sql/connection.js";
import { findRecord } from "./find-record.js";

const ENDED =
  `select ${ENDED_COLUMNS} from history as h join scopes as s on s.id = h.scope ` +
  "where s.path = ? and h.id = ? order by h.version";

/** Every version of one record, oldest first: those that have ended, then the one that is there. */
export function readHistory(connection: Connection, { scope, id }: RecordId): readonly Revision[] {
  const revisions = connection
    .all<EndedRow>(ENDED, scopeToPath(scope), id)
    .map((row) => endedToRevision(row));
  const current = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (current) revisions.push(currentToRevision(current, [...scope]));
  return revisions;
}
