import type { Revision } from "@kioku/core";
import {
  scopeToPath,
  currentToRevision,
  endedToRevision,
  HISTORY_PAGE_LENGTH,
} from "@kioku/core/toolkit";
import type { HistoryOptions, RecordId } from "@kioku/core/toolkit";

import { ENDED_COLUMNS } from "../record/ended-row.js";
import type { EndedRow } from "../record/ended-row.js";
import type { Connection } from "../sql/connection.js";
import { findRecord } from "./find-record.js";

const ENDED =
  `select ${ENDED_COLUMNS} from history as h join scopes as s on s.id = h.scope ` +
  "where s.path = ? and h.id = ? and h.version > ? order by h.version";

/**
 * The versions of one record that are asked for, oldest first: those that have ended, then the one
 * that is there.
 */
export function readHistory(
  connection: Connection,
  { scope, id }: RecordId,
  { after = 0, limit }: HistoryOptions,
): readonly Revision[] {
  const revisions: Revision[] = [];
  let length = 0;
  const isFull = (): boolean =>
    limit !== undefined &&
    (revisions.length >= limit || (revisions.length > 0 && length >= HISTORY_PAGE_LENGTH));
  for (const row of connection.each<EndedRow>(ENDED, scopeToPath(scope), id, after)) {
    if (isFull()) break;
    revisions.push(endedToRevision(row));
    length += row.snapshot?.length ?? 0;
  }
  if (isFull()) return revisions;
  const current = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (current && current.version > after) {
    revisions.push(currentToRevision(current, [...scope]));
  }
  return revisions;
}
