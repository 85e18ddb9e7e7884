import { MemoryError } from "@kioku/core";
import type { PutOp, WriteResult, StrengthColumns } from "@kioku/core/toolkit";
import { requireFreeKey } from "@kioku/core/toolkit";

import { recordToRow, rowToRecord } from "../record/record-codec.js";
import { findDuplicate } from "./find-duplicate.js";
import { findHolders } from "./find-holders.js";
import { keepVersion } from "./history-writer.js";
import { writeIdempotencyKey } from "./record-writer.js";
import { searchColumns } from "./search-writer.js";
import { storeRecord } from "./store-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Writes one record, unless it has been written before. */
export function putRecord(transaction: WriteTransaction, op: PutOp): WriteResult {
  const { connection, scopes } = transaction;
  const { record, search, idempotencyKey } = op;
  const { before, endedVersion, ofKey, replayed } = findHolders(transaction, op);
  const existing = replayed ?? findDuplicate(transaction, op);
  if (existing) return { applied: false, record: rowToRecord(existing) };

  const row = { ...recordToRow(record), ...(before && strengthOf(before)) };
  const scope = scopes.idOf(row.path);
  requireNextVersion(op, before?.version ?? endedVersion);
  requireFreeKey(row.id, ofKey);

  if (before) keepVersion(connection, before);
  const beside = {
    change: op.change,
    actor: op.actor ?? null,
    cause: op.cause ?? null,
    content_hash: op.contentHash,
    ...searchColumns(search, before),
  };
  const place = storeRecord(transaction, { row, beside }, { scope, search, before });
  if (idempotencyKey !== undefined) writeIdempotencyKey(connection, place, idempotencyKey);
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
