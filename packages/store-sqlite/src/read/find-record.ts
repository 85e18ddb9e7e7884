import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId, RecordRef } from "@kioku/core/toolkit";

import { SELECT_RECORD } from "../record/record-row.js";
import type { RecordRow } from "../record/record-row.js";
import { SELECT_STORED } from "../record/stored-row.js";
import type { StoredRow } from "../record/stored-row.js";
import type { Connection } from "../sql/connection.js";
import { idsByPath } from "./ids-by-path.js";

const HERE = `${SELECT_STORED} where s.path = ?`;
const EXISTS = "(r.expires_at is null or r.expires_at > ?)";
const BY_ID = `${HERE} and r.id = ? and ${EXISTS}`;
const BY_IDS = `${SELECT_RECORD} where s.path = ? and r.id in (select value from json_each(?)) and ${EXISTS}`;
const BY_KEY = `${HERE} and r.key = ? and ${EXISTS}`;
const BY_IDEMPOTENCY_KEY =
  `${SELECT_STORED} join idempotency_keys as k on k.record = r.row ` +
  `where s.path = ? and k.scope = s.id and k.key = ? and ${EXISTS}`;
const BY_CONTENT =
  `${HERE} and substr(r.content_hash, 1, 8) = substr(?, 1, 8) and r.content_hash = ? and ${EXISTS} and r.archived_at is null ` +
  // The sign keeps SQLite from walking all of the scope in this order.
  "and (r.valid_to is null or r.valid_to > ?) order by +r.created_at, r.id limit 1";
const BY_ROW = `${SELECT_STORED} where r.row = ?`;

/** The record that a reference names at an instant (milliseconds since 1970). */
export function findRecord(
  connection: Connection,
  ref: RecordRef,
  now: number,
): StoredRow | undefined {
  return rowsNamed(connection, ref, now)[0];
}

/** Looks up many records at once; what it returns gives each of them. */
export function findRecordsById(
  connection: Connection,
  refs: readonly RecordId[],
  now: number,
): (ref: RecordId) => RecordRow | undefined {
  const found = new Map<string, Map<string, RecordRow>>();
  for (const [path, ids] of idsByPath(refs)) {
    const rows = connection.all<RecordRow>(BY_IDS, path, ids, now);
    found.set(path, new Map(rows.map((row) => [row.id, row])));
  }
  return ({ scope, id }) => found.get(scopeToPath(scope))?.get(id);
}

/** The record with this rowid. */
export function findRow(connection: Connection, row: number): StoredRow | undefined {
  return connection.all<StoredRow>(BY_ROW, row)[0];
}

function rowsNamed(connection: Connection, ref: RecordRef, now: number): StoredRow[] {
  const path = scopeToPath(ref.scope);
  if ("id" in ref) return connection.all(BY_ID, path, ref.id, now);
  if ("key" in ref) return connection.all(BY_KEY, path, ref.key, now);
  if ("idempotencyKey" in ref) {
    return connection.all(BY_IDEMPOTENCY_KEY, path, ref.idempotencyKey, now);
  }
  return connection.all(BY_CONTENT, path, ref.contentHash, ref.contentHash, now, now);
}
