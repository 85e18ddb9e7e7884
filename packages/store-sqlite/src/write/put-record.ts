import { MemoryError } from "@kioku/core";
import { scopeToPath, requireFreeKey } from "@kioku/core/toolkit";
import type { PutOp, WriteResult, StrengthColumns } from "@kioku/core/toolkit";

import { findRecord, findRow } from "../read/find-records.js";
import { HASH_START } from "../schema/0001-initial.js";
import { contentHashToColumn } from "../schema/packed-hash.js";
import { recordToRow, rowToRecord, type StoredRow } from "../schema/rows.js";
import { eraseRecord, keepVersion } from "./delete-record.js";
import { storeRecord, writeIdempotencyKey } from "./store-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Writes one record, unless it has been written before. */
export function putRecord(transaction: WriteTransaction, op: PutOp): WriteResult {
  const { connection, scopes } = transaction;
  const { record, search, idempotencyKey } = op;
  const { before, endedVersion, ofKey, replayed } = findHolders(transaction, op);
  const existing = replayed ?? findDuplicate(transaction, op);
  if (existing) return { applied: false, record: rowToRecord(existing) };

  const written = recordToRow(record);
  const row = before ? { ...written, ...strengthOf(before) } : written;
  const scope = scopes.idOf(row.path);
  requireNextVersion(op, before?.version ?? endedVersion);
  requireFreeKey(row.id, ofKey);

  if (before) keepVersion(connection, before);
  const location = storeRecord(transaction, { ...op, row }, { scope, search, before });
  if (idempotencyKey !== undefined) writeIdempotencyKey(connection, location, idempotencyKey);
  return { applied: true, record: rowToRecord(row) };
}

function strengthOf(row: StrengthColumns): StrengthColumns {
  const { stability_days: days, uses, last_used_at: lastUsedAt } = row;
  return { stability_days: days, uses, last_used_at: lastUsedAt };
}

function requireNextVersion({ record: { id, version } }: PutOp, last: number): void {
  if (version === last + 1) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot be written as version ${version}: the next one is ${last + 1}`,
  );
}

// Most puts have no duplicate, so only an index is read at first.
const HAS_HASH = `
  select 1 from records where scope = ?
    and substr(content_hash, 1, ${HASH_START}) = substr(?, 1, ${HASH_START}) and content_hash = ? limit 1`;

/** Finds the record that a put would duplicate, if it checks for duplicates. */
function findDuplicate(
  { connection, scopes }: WriteTransaction,
  { record, contentHash, unlessDuplicate }: PutOp,
): StoredRow | undefined {
  if (unlessDuplicate !== true) return undefined;
  const scope = scopes.find(scopeToPath(record.scope));
  if (scope === undefined) return undefined;
  const hash = contentHashToColumn(contentHash);
  if (connection.values(HAS_HASH, scope, hash, hash).length === 0) return undefined;
  return findRecord(connection, { scope: record.scope, contentHash }, record.updatedAt.getTime());
}

// Most lookups find nothing, so only indexes are read at first.
const OF_ID =
  "select (select row from records where scope = ? and id = ?) as row, " +
  "(select version from history where scope = ? and id = ? order by version desc limit 1) as ended";
const OF_KEY = "select row from records where scope = ? and key = ?";
const OF_IDEMPOTENCY_KEY = "select record from idempotency_keys where scope = ? and key = ?";

/** The records that hold the id and keys of a put. */
interface Holders {
  readonly before: StoredRow | undefined;
  /** Without a current version, the last one in history; 0 if there is none. */
  readonly endedVersion: number;
  readonly ofKey: StoredRow | undefined;
  /** Record written with the idempotency key. */
  readonly replayed: StoredRow | undefined;
}

interface FoundId {
  readonly row: number | null;
  readonly ended: number | null;
}

/** Finds the holders. Deletes expired ones, as `sweep` would. */
function findHolders(transaction: WriteTransaction, op: PutOp): Holders {
  const { connection, scopes } = transaction;
  const { id, key, updatedAt } = op.record;
  const scope = scopes.find(scopeToPath(op.record.scope));
  if (scope === undefined) {
    return { before: undefined, endedVersion: 0, ofKey: undefined, replayed: undefined };
  }
  const read = (row: number | null | undefined): StoredRow | undefined =>
    row === undefined || row === null ? undefined : readHolder(transaction, row, updatedAt);
  const [ofId] = connection.all<FoundId>(OF_ID, scope, id, scope, id);
  const before = read(ofId?.row);
  return {
    before,
    // The history of an expired record was deleted, too.
    endedVersion: ofId?.row === null ? (ofId.ended ?? 0) : 0,
    ofKey: key === undefined ? undefined : read(connection.values<number>(OF_KEY, scope, key)[0]),
    replayed:
      op.idempotencyKey === undefined
        ? undefined
        : read(connection.values<number>(OF_IDEMPOTENCY_KEY, scope, op.idempotencyKey)[0]),
  };
}

function readHolder(transaction: WriteTransaction, row: number, at: Date): StoredRow | undefined {
  const holder = findRow(transaction.connection, row);
  const expiresAt = holder?.expires_at ?? Number.POSITIVE_INFINITY;
  if (!holder || expiresAt > at.getTime()) return holder;
  eraseRecord(transaction, holder);
  return undefined;
}
