import { MemoryError } from "@kioku/core";
import { scopeToPath, requireWidth } from "@kioku/core/toolkit";
import type {
  DeleteOp,
  EmbedOp,
  SpaceOp,
  TombstoneOp,
  WriteOp,
  WriteResult,
} from "@kioku/core/toolkit";

import { dropJob, endRecord, eraseRecord } from "./model/change-entry.js";
import type { WriteModel } from "./model/write-model.js";
import { putRecord } from "./ops/put-record.js";
import { restoreEarlier, restoreRecord } from "./ops/restore-record.js";

/** Applies the ops in order; each sees the changes of earlier ones. */
export function applyOps(model: WriteModel, ops: readonly WriteOp[]): readonly WriteResult[] {
  return ops.map((op) => {
    switch (op.op) {
      case "put":
        return putRecord(model, op);
      case "delete":
        return deleteRecord(model, op);
      case "embed":
        return embedRecord(model, op);
      case "restore":
        return restoreRecord(model, op);
      case "earlier":
        return restoreEarlier(model, op);
      case "tombstone":
        return addTombstone(model, op);
      case "space":
        return changeSpace(model, op);
      default:
        return op satisfies never;
    }
  });
}

/** With `purge`, removes the history even if the record is gone already. */
function deleteRecord(model: WriteModel, op: DeleteOp): WriteResult {
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

function embedRecord(model: WriteModel, op: EmbedOp): WriteResult {
  const entry = model.entryOf(op);
  if (entry.current?.text_hash !== op.textHash) return { applied: false };
  model.spaces.register(op.vector);
  entry.vectors.set(op.vector.space.id, op.vector.values);
  if (op.dequeue === true) dropJob(entry);
  return { applied: true };
}

function addTombstone(model: WriteModel, { scope, hash, at }: TombstoneOp): WriteResult {
  return { applied: model.addTombstone({ path: scopeToPath(scope), hash, at: at.getTime() }) };
}

/** Sets the state of a space. Throws `vector-space-mismatch` on another known width. */
export function changeSpace(
  { spaces }: WriteModel,
  { space, state, unlessKnown }: SpaceOp,
): WriteResult {
  const known = spaces.find(space.id);
  requireWidth(known ?? space, space.dimensions);
  if (known && (unlessKnown === true || known.state === state)) return { applied: false };
  spaces.set(space, state);
  return { applied: true };
}
