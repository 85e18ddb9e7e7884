import { recordToJson } from "@kioku/core/toolkit";
import type { StoredRevision } from "@kioku/core/toolkit";

import { rowToRecord } from "../record/record-codec.js";
import type { StoredRow } from "../record/stored-row.js";
import type { Connection } from "../sql/connection.js";

const INSERT =
  "insert into history (scope, id, version, change, actor, cause, recorded_at, searchable, snapshot) " +
  "values (?, ?, ?, ?, ?, ?, ?, ?, ?)";
const ERASE_SCOPE = "delete from history where scope = ? returning 1";
const ERASE_BEFORE = "delete from history where scope = ? and id = ? and version < ? returning 1";
const LAST = "select version from history where scope = ? and id = ? order by version desc limit 1";
const ERASE = "delete from history where scope = ? and id = ? returning 1";

/** What names a record in `history`, which outlives it. */
export interface HistoryRef {
  readonly scope: number;
  readonly id: string;
}

/** Who ended a version, when and why. */
export interface Ending {
  readonly at: Date;
  readonly actor?: string | undefined;
  readonly cause?: string | undefined;
}

/** Keeps a version that is about to be replaced or deleted. */
export function keepVersion(connection: Connection, stored: StoredRow): void {
  connection.run(
    INSERT,
    stored.scope,
    stored.id,
    stored.version,
    stored.change,
    stored.actor,
    stored.cause,
    stored.updated_at,
    stored.text_hash === null ? 0 : 1,
    JSON.stringify(recordToJson(rowToRecord(stored))),
  );
}

/** Notes that a record was deleted, which counts as a version. */
export function keepDeletion(connection: Connection, deleted: StoredRow, ending: Ending): void {
  const { scope, id, version } = deleted;
  const { at, actor = null, cause = null } = ending;
  connection.run(INSERT, scope, id, version + 1, "deleted", actor, cause, at.getTime(), 0, null);
}

/** Writes a version that another store has kept. */
export function restoreVersion(
  connection: Connection,
  { scope, id }: HistoryRef,
  revision: StoredRevision,
): void {
  const { version, change, actor = null, cause = null, at, searchable, record } = revision;
  const snapshot = record === undefined ? null : JSON.stringify(recordToJson(record));
  const columns = [actor, cause, at.getTime(), searchable ? 1 : 0, snapshot];
  connection.run(INSERT, scope, id, version, change, ...columns);
}

/** Drops what is known of earlier versions, and says whether there was anything. */
export function eraseHistory(connection: Connection, { scope, id }: HistoryRef): boolean {
  return connection.values(ERASE, scope, id).length > 0;
}

/**
 * Drops what is known of earlier versions of all records that a scope ever had, and says whether
 * there was anything.
 */
export function eraseHistoryOfScope(connection: Connection, scope: number): boolean {
  return connection.values(ERASE_SCOPE, scope).length > 0;
}

/** Drops versions of a record that are before one, and says whether there was anything. */
export function eraseVersions(
  connection: Connection,
  { scope, id }: HistoryRef,
  before: number,
): boolean {
  return connection.values(ERASE_BEFORE, scope, id, before).length > 0;
}

/** Returns the last version in history of a record; 0 if there is none. */
export function lastEnded(connection: Connection, { scope, id }: HistoryRef): number {
  return connection.values<number>(LAST, scope, id)[0] ?? 0;
}
