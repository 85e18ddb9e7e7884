import type { DeleteOp, RecordId, WriteResult } from "../contracts/write-op.js";
import { MemoryError } from "../errors/memory-error.js";
import { addRevision, authorship, lastVersion } from "./history.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

/**
 * Deletes one record, and with `purge` its history too, even if the record itself is gone already.
 */
export function deleteRecord(tables: Tables, op: DeleteOp): WriteResult {
  const version = tables.records.get(identityOf(op))?.record.version;
  if (op.ifVersion !== undefined && op.ifVersion !== version) {
    const found = version === undefined ? "there is no such record" : `it is at ${version}`;
    throw new MemoryError(
      "conflict",
      `record ${op.id} should be deleted at version ${op.ifVersion}, but ${found}`,
    );
  }
  if (op.purge) return { applied: eraseRecord(tables, op) };
  if (version === undefined) return { applied: false };
  tables.records.delete(identityOf(op));
  addRevision(tables, op, {
    version: lastVersion(tables, op) + 1,
    change: "deleted",
    searchable: false,
    at: new Date(op.at),
    ...authorship(op),
  });
  return { applied: true };
}

/** Removes a record without a trace and says whether there was any. */
export function eraseRecord(tables: Tables, ref: RecordId): boolean {
  const identity = identityOf(ref);
  const hadRecord = tables.records.delete(identity);
  return tables.history.delete(identity) || hadRecord;
}
