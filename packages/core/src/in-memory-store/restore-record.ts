import { requireKept } from "../contracts/require-kept.js";
import type { EarlierOp, RestoreOp, WriteResult } from "../contracts/write-op.js";
import { scopeToPath } from "../model/scope-path.js";
import { copyRecord, copyRevision } from "./copy-record.js";
import { eraseRecord } from "./delete-record.js";
import { lastVersion } from "./history.js";
import { requireUnusedIdempotencyKeys, requireUnusedKey } from "./require-unused-key.js";
import { storeSearch } from "./store-search.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

/** Writes a record with its history in place of what is there. */
export function restoreRecord(tables: Tables, op: RestoreOp): WriteResult {
  const { revisions, search, contentHash, idempotencyKeys } = op;
  const copies = revisions.map(copyRevision);
  const record = copies.at(-1)?.record;
  eraseRecord(tables, op);
  tables.history.set(identityOf(op), copies);
  if (!record) return { applied: true };
  requireUnusedKey(tables, record);
  requireUnusedIdempotencyKeys(tables, op);
  const stored = {
    record,
    path: scopeToPath(op.scope),
    contentHash,
    idempotencyKeys: [...new Set(idempotencyKeys)],
    search: storeSearch(tables, search, undefined),
  };
  tables.records.set(identityOf(op), stored);
  return { applied: true, record: copyRecord(record) };
}

/** Writes earlier versions of a record that is there, in place of those that history has. */
export function restoreEarlier(tables: Tables, op: EarlierOp): WriteResult {
  const { before, revisions } = op;
  requireKept(op, lastVersion(tables, op));
  const all = tables.history.get(identityOf(op)) ?? [];
  const kept = all.filter(({ version }) => version >= before);
  tables.history.set(identityOf(op), [...revisions.map(copyRevision), ...kept]);
  return { applied: true };
}
