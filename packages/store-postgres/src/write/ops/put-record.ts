import { MemoryError } from "@kioku/core";
import { compareText, scopeToPath, requireFreeKey } from "@kioku/core/toolkit";
import type { PutOp, WriteResult } from "@kioku/core/toolkit";

import type { CurrentRecord } from "../../schema/record-row.js";
import { currentToRecord, eraseRecord, keepVersion } from "../model/change-entry.js";
import type { RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";
import { storeCurrent } from "./store-current.js";

/** Writes one record, unless it has been written before. */
export function putRecord(model: WriteModel, op: PutOp): WriteResult {
  const { record, idempotencyKey } = op;
  const path = scopeToPath(record.scope);
  const entry = model.entry(path, record.id);
  eraseExpired(model, entry, op);
  const existing = findExisting(model, path, op);
  if (existing) return { applied: false, record: currentToRecord(path, existing) };
  requireNextVersion(op, entry.current?.version ?? entry.endedVersion);
  if (record.key !== undefined) requireFreeKey(record.id, model.holderOfKey(path, record.key));

  const before = entry.current;
  const current = storeCurrent(model, entry, op);
  if (before) keepVersion(entry, before);
  if (idempotencyKey !== undefined) model.addKey(entry, idempotencyKey);
  return { applied: true, record: currentToRecord(path, current) };
}

/** Removes expired records that hold the id or a key, as `sweep` would. */
function eraseExpired(model: WriteModel, entry: RecordEntry, op: PutOp): void {
  const { key, updatedAt } = op.record;
  const inTheWay = [
    entry,
    key === undefined ? undefined : model.holderOfKey(entry.path, key),
    op.idempotencyKey === undefined
      ? undefined
      : model.holderOfIdempotencyKey(entry.path, op.idempotencyKey),
  ];
  for (const holder of inTheWay) {
    if (holder?.current && isOver(holder.current.expires_at, updatedAt)) eraseRecord(model, holder);
  }
}

function findExisting(
  model: WriteModel,
  path: string,
  { record, contentHash, idempotencyKey, unlessDuplicate }: PutOp,
): CurrentRecord | undefined {
  if (idempotencyKey !== undefined) {
    const replayed = model.holderOfIdempotencyKey(path, idempotencyKey)?.current;
    if (replayed) return replayed;
  }
  if (unlessDuplicate !== true) return undefined;
  let oldest: CurrentRecord | undefined;
  for (const { current } of model.holdersOfContent(path, contentHash)) {
    if (!current || !isCurrentAt(current, record.updatedAt)) continue;
    if (!oldest || isOlder(current, oldest)) oldest = current;
  }
  return oldest;
}

function isCurrentAt(current: CurrentRecord, at: Date): boolean {
  const { archived_at: archivedAt, expires_at: expiresAt, valid_to: validTo } = current;
  return archivedAt === null && !isOver(expiresAt, at) && !isOver(validTo, at);
}

function isOver(end: number | null, at: Date): boolean {
  return end !== null && end <= at.getTime();
}

function isOlder(a: CurrentRecord, b: CurrentRecord): boolean {
  return (a.created_at - b.created_at || compareText(a.id, b.id)) < 0;
}

function requireNextVersion({ record: { id, version } }: PutOp, last: number): void {
  if (version === last + 1) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot be written as version ${version}: the next one is ${last + 1}`,
  );
}
