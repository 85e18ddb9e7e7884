import type { WriteOp, WriteResult } from "@kioku/core/toolkit";

import type { WriteModel } from "./model/write-model.js";
import { addTombstone } from "./ops/add-tombstone.js";
import { changeSpace } from "./ops/change-space.js";
import { deleteRecord } from "./ops/delete-record.js";
import { embedRecord } from "./ops/embed-record.js";
import { putRecord } from "./ops/put-record.js";
import { restoreEarlier, restoreRecord } from "./ops/restore-record.js";

/** Applies the ops in order; each sees what those before it did. */
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
