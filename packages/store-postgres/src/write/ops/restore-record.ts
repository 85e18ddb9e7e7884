import { recordToJson, scopeToPath, requireFreeKey, requireKept } from "@kioku/core/toolkit";
import type { EarlierOp, RestoreOp, StoredRevision, WriteResult } from "@kioku/core/toolkit";

import { currentToRecord, eraseRecord } from "../model/change-entry.js";
import type { EndedVersion, RecordEntry } from "../model/record-entry.js";
import type { WriteModel } from "../model/write-model.js";
import { storeCurrent } from "./store-current.js";

/** Replaces a record and its history. */
export function restoreRecord(model: WriteModel, op: RestoreOp): WriteResult {
  const { id, revisions, idempotencyKeys } = op;
  const path = scopeToPath(op.scope);
  const entry = model.entry(path, id);
  eraseRecord(model, entry);
  const last = revisions.at(-1);
  if (last?.record === undefined) {
    endAll(entry, revisions);
    return { applied: true };
  }
  endAll(entry, revisions.slice(0, -1));
  const { record } = last;
  if (record.key !== undefined) requireFreeKey(id, model.holderOfKey(path, record.key));
  for (const key of idempotencyKeys) {
    requireFreeKey(id, model.holderOfIdempotencyKey(path, key), "idempotency key");
  }
  const { change, actor, cause } = last;
  const { search, contentHash } = op;
  const version = { record, change, actor, cause, search, contentHash };
  const current = storeCurrent(model, entry, version);
  for (const key of new Set(idempotencyKeys)) model.addKey(entry, key);
  return { applied: true, record: currentToRecord(path, current) };
}

/** Replaces earlier versions of an existing record. */
export function restoreEarlier(model: WriteModel, op: EarlierOp): WriteResult {
  const { before, revisions } = op;
  const entry = model.entryOf(op);
  requireKept(op, entry.current?.version ?? entry.endedVersion);
  const kept = entry.ended.filter(({ version }) => version >= before);
  entry.ended = [...revisions.map(toEnded), ...kept];
  entry.historyFrom = Math.max(entry.historyFrom, before);
  return { applied: true };
}

function endAll(entry: RecordEntry, revisions: readonly StoredRevision[]): void {
  entry.ended = revisions.map(toEnded);
  entry.endedVersion = revisions.at(-1)?.version ?? 0;
}

function toEnded(revision: StoredRevision): EndedVersion {
  const { version, change, actor = null, cause = null, at, searchable, record } = revision;
  return {
    version,
    change,
    actor,
    cause,
    recorded_at: at.getTime(),
    searchable,
    snapshot: record === undefined ? null : JSON.stringify(recordToJson(record)),
  };
}
