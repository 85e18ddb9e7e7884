import type { WriteOp, WriteResult } from "../write-op.js";
import { deleteRecord } from "./delete-record.js";
import { embedRecord } from "./embed-record.js";
import { putRecord } from "./put-record.js";
import type { Tables } from "./tables.js";

/** Applies the ops in order; each sees what those before it did. */
export function writeBatch(tables: Tables, ops: readonly WriteOp[]): readonly WriteResult[] {
  return ops.map((op) => {
    if (op.op === "put") return putRecord(tables, op);
    return op.op === "delete" ? deleteRecord(tables, op) : embedRecord(tables, op);
  });
}
