import type { MemoryRecord } from "@kioku/core";
import { scopeToPath } from "@kioku/core/toolkit";
import type { RecordId, RecordRef, SpaceState, StoredSpace } from "@kioku/core/toolkit";

import { HASH_START } from "../schema/0001-initial.js";
import { contentHashToColumn } from "../schema/packed-hash.js";
import { rowToRecord, SELECT_RECORD, SELECT_STORED } from "../schema/rows.js";
import type { RecordRow, StoredRow } from "../schema/rows.js";
import type { Connection } from "../sql/connection.js";

const HERE = `${SELECT_STORED} where s.path = ?`;
const EXISTS = "(r.expires_at is null or r.expires_at > ?)";
const BY_ID = `${HERE} and r.id = ? and ${EXISTS}`;
const BY_IDS = `${SELECT_RECORD} where s.path = ? and r.id in (select value from json_each(?)) and ${EXISTS}`;
const BY_KEY = `${HERE} and r.key = ? and ${EXISTS}`;
const BY_IDEMPOTENCY_KEY =
  `${SELECT_STORED} join idempotency_keys as k on k.record = r.row ` +
  `where s.path = ? and k.scope = s.id and k.key = ? and ${EXISTS}`;
const BY_CONTENT =
  `${HERE} and substr(r.content_hash, 1, ${HASH_START}) = substr(?, 1, ${HASH_START}) and r.content_hash = ? and ${EXISTS} and r.archived_at is null ` +
  // The sign keeps SQLite from scanning the whole scope in this order.
  "and (r.valid_to is null or r.valid_to > ?) order by +r.created_at, r.id limit 1";
const BY_ROW = `${SELECT_STORED} where r.row = ?`;

/** Finds the record of a reference at an instant in milliseconds. */
export function findRecord(
  connection: Connection,
  ref: RecordRef,
  now: number,
): StoredRow | undefined {
  return rowsNamed(connection, ref, now)[0];
}

/** Reads many records at once and returns a lookup. */
function findRecordsById(
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

/** Finds the record with a rowid. */
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
  const hash = contentHashToColumn(ref.contentHash);
  return connection.all(BY_CONTENT, path, hash, hash, now, now);
}

/** Returns the records of references, in order; `undefined` where there is none at that instant. */
export function getRecords(
  connection: Connection,
  refs: readonly RecordRef[],
  now: Date,
): readonly (MemoryRecord | undefined)[] {
  const byId = refs.filter((ref) => "id" in ref);
  const found = findRecordsById(connection, byId, now.getTime());
  return refs.map((ref) => {
    const row = "id" in ref ? found(ref) : findRecord(connection, ref, now.getTime());
    return row && rowToRecord(row, [...ref.scope]);
  });
}

/** Groups ids by the path of their scope, as JSON arrays for one statement each. */
export function idsByPath(refs: readonly RecordId[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string[]>();
  for (const { scope, id } of refs) {
    const path = scopeToPath(scope);
    const known = ids.get(path);
    if (known) known.push(id);
    else ids.set(path, [id]);
  }
  return new Map([...ids].map(([path, some]) => [path, JSON.stringify(some)]));
}

const FIND_SPACE = "select id, dimensions, vectors, state from spaces where name = ?";
const SPACE_ROWS = "select id, dimensions, vectors, state from spaces";
const ALL_SPACES = "select name as id, dimensions, state from spaces order by name";

/** A row of `spaces`. */
export interface SpaceRow {
  readonly id: number;
  readonly dimensions: number;
  readonly vectors: number;
  readonly state: SpaceState;
}

/** Finds a space by name. */
export function findSpace(connection: Connection, name: string): SpaceRow | undefined {
  return connection.all<SpaceRow>(FIND_SPACE, name)[0];
}

/** Returns all spaces, by id. */
export function readSpaces(connection: Connection): readonly StoredSpace[] {
  return connection.all<StoredSpace>(ALL_SPACES);
}

export function readSpaceRows(connection: Connection): readonly SpaceRow[] {
  return connection.all<SpaceRow>(SPACE_ROWS);
}

// Only searchable records have vectors, at most one in each space.
const COUNT_MISSING =
  "select (select coalesce(sum(documents), 0) from scopes) - " +
  "coalesce((select vectors from spaces where name = ?), 0)";

/** Counts the searchable records of all scopes without a vector in a space. */
export function countMissingVectors(connection: Connection, space: string): number {
  return connection.values<number>(COUNT_MISSING, space)[0] ?? 0;
}

const LAST_CHANGE = "select change from touched order by row desc limit 1";
const LATEST_CHANGES = "select row, change, scope, record from touched order by row desc limit ?";

/** Numbers of entries to read: few at first, at last all that are kept. */
const LOOKS = [64, 1_024, 8_192, 70_000] as const;

interface TouchedRecord {
  readonly change: number;
  readonly scope: number;
  /** 0: any record of the scope may have changed. */
  readonly record: number;
}

/** Returns the number of the last transaction that changed a record. */
export function lastChange(connection: Connection): number {
  return connection.values<number>(LAST_CHANGE)[0] ?? 0;
}

const KNOWN_CHANGE = "select 1 from touched where change = ? limit 1";

/** Returns true if this history of the database has a transaction, and still lists it. */
export function hasChange(connection: Connection, change: number): boolean {
  return connection.values<number>(KNOWN_CHANGE, change).length > 0;
}

/** Returns the changes since a transaction, latest first; `undefined` if no longer known. */
export function touchedSince(
  connection: Connection,
  change: number,
): readonly TouchedRecord[] | undefined {
  for (const limit of LOOKS) {
    const entries = connection.all<ListedRecord>(LATEST_CHANGES, limit);
    const known = entries.findIndex((entry) => entry.change <= change);
    const oldest = entries.at(-1);
    // The list has to reach back to a known change, or to the first entry.
    if (known === -1 && oldest && oldest.row > 1) continue;
    const since = (known === -1 ? entries : entries.slice(0, known)).map(
      ({ change: of, scope, record }): TouchedRecord => ({ change: of, scope, record }),
    );
    return since.some(({ scope }) => scope === 0) ? undefined : since;
  }
  return undefined;
}

interface ListedRecord extends TouchedRecord {
  readonly row: number;
}
