import { MemoryError } from "@kioku/core";
import type { PutOp, RecordRef, WriteResult } from "@kioku/core";

import { findRecord } from "../read/find-record.js";
import { recordToRow, rowToRecord } from "../record/record-codec.js";
import type { StoredRow } from "../record/stored-row.js";
import type { StrengthColumns } from "../sql/tables.js";
import { eraseRecord } from "./delete-record.js";
import { keepVersion, lastEndedVersion } from "./history-writer.js";
import { writeIdempotencyKey } from "./record-writer.js";
import { requireFreeKey } from "./require-free.js";
import { searchColumns } from "./search-writer.js";
import { storeRecord } from "./store-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Writes one record, unless it has been written before. */
export function putRecord(transaction: WriteTransaction, op: PutOp): WriteResult {
  const { connection, scopes } = transaction;
  const { record, search, idempotencyKey } = op;
  const { before, ofKey, replayed } = findHolders(transaction, op);
  const existing = replayed ?? findDuplicate(transaction, op);
  if (existing) return { applied: false, record: rowToRecord(existing) };

  const row = { ...recordToRow(record), ...(before && strengthOf(before)) };
  const scope = scopes.idOf(row.path);
  requireNextVersion(op, before?.version ?? lastEndedVersion(connection, { scope, id: row.id }));
  requireFreeKey(row.id, ofKey);

  if (before) keepVersion(connection, before);
  const columns = {
    ...row,
    change: op.change,
    actor: op.actor ?? null,
    cause: op.cause ?? null,
    content_hash: op.contentHash,
    ...searchColumns(search, before),
  };
  const place = storeRecord(transaction, columns, { scope, search, before });
  if (idempotencyKey !== undefined) writeIdempotencyKey(connection, place, idempotencyKey);
  return { applied: true, record: rowToRecord(row) };
}

function strengthOf(row: StrengthColumns): StrengthColumns {
  const { stability_days: days, uses, last_used_at: lastUsedAt } = row;
  return { stability_days: days, uses, last_used_at: lastUsedAt };
}

/** The records that hold what a put names. */
interface Holders {
  readonly before: StoredRow | undefined;
  readonly ofKey: StoredRow | undefined;
  readonly replayed: StoredRow | undefined;
}

function findHolders(transaction: WriteTransaction, { record, idempotencyKey }: PutOp): Holders {
  const { scope, id, key, updatedAt } = record;
  const find = (ref: RecordRef): StoredRow | undefined => findHolder(transaction, ref, updatedAt);
  return {
    before: find({ scope, id }),
    ofKey: key === undefined ? undefined : find({ scope, key }),
    replayed: idempotencyKey === undefined ? undefined : find({ scope, idempotencyKey }),
  };
}

/** Who holds an id or a key. What has expired makes way, as `sweep` would remove it. */
function findHolder(
  transaction: WriteTransaction,
  ref: RecordRef,
  at: Date,
): StoredRow | undefined {
  const holder = findRecord(transaction.connection, ref, Number.NEGATIVE_INFINITY);
  const expiresAt = holder?.expires_at ?? Number.POSITIVE_INFINITY;
  if (!holder || expiresAt > at.getTime()) return holder;
  eraseRecord(transaction, holder);
  return undefined;
}

function findDuplicate({ connection }: WriteTransaction, op: PutOp): StoredRow | undefined {
  if (op.unlessDuplicate !== true) return undefined;
  const { record, contentHash } = op;
  return findRecord(connection, { scope: record.scope, contentHash }, record.updatedAt.getTime());
}

function requireNextVersion({ record: { id, version } }: PutOp, last: number): void {
  if (version === last + 1) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot be written as version ${version}: the next one is ${last + 1}`,
  );
}
