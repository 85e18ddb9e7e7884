import type { WriteOp, WriteResult } from "../contracts/write-op.js";
import { addTombstone } from "./add-tombstone.js";
import { changeSpace } from "./change-space.js";
import { deleteRecord } from "./delete-record.js";
import { embedRecord } from "./embed-record.js";
import { putRecord } from "./put-record.js";
import { restoreEarlier, restoreRecord } from "./restore-record.js";
import type { Tables } from "./tables.js";

/** Applies the ops in order; each sees what those before it did. */
export function writeBatch(tables: Tables, ops: readonly WriteOp[]): readonly WriteResult[] {
  return ops.map((op) => {
    switch (op.op) {
      case "put":
        return putRecord(tables, op);
      case "delete":
        return deleteRecord(tables, op);
      case "embed":
        return embedRecord(tables, op);
      case "restore":
        return restoreRecord(tables, op);
      case "earlier":
        return restoreEarlier(tables, op);
      case "tombstone":
        return addTombstone(tables, op);
      case "space":
        return changeSpace(tables, op);
      default:
        return op satisfies never;
    }
  });
}
