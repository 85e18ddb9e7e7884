import { MemoryError } from "@kioku/core";
import type { DeleteOp, WriteResult } from "@kioku/core/toolkit";

import { endRecord, eraseRecord } from "../model/change-entry.js";
import type { WriteModel } from "../model/write-model.js";

/**
 * Deletes one record, and with `purge` its history too, even if the record itself is gone already.
 */
export function deleteRecord(model: WriteModel, op: DeleteOp): WriteResult {
  const entry = model.entryOf(op);
  const version = entry.current?.version;
  requireVersion(op, version);
  if (op.purge === true) return { applied: eraseRecord(model, entry) };
  endRecord(model, entry, op);
  return { applied: version !== undefined };
}

function requireVersion({ id, ifVersion }: DeleteOp, version: number | undefined): void {
  if (ifVersion === undefined || ifVersion === version) return;
  const found = version === undefined ? "there is no such record" : `it is at ${version}`;
  throw new MemoryError(
    "conflict",
    `record ${id} should be deleted at version ${ifVersion}, but ${found}`,
  );
}
