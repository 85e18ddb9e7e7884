import type { WriteOp, WriteResult } from "@kioku/core";

import type { StoreContext } from "../store-context.js";
import { deleteRecord } from "./delete-record.js";
import { embedRecord } from "./embed-record.js";
import { putRecord } from "./put-record.js";
import { inWriteTransaction } from "./write-transaction.js";

/** Applies the ops in order, all or nothing; each sees what those before it did. */
export function writeBatch(context: StoreContext, ops: readonly WriteOp[]): readonly WriteResult[] {
  return inWriteTransaction(context, (transaction) =>
    ops.map((op) => {
      if (op.op === "put") return putRecord(transaction, op);
      return op.op === "delete" ? deleteRecord(transaction, op) : embedRecord(transaction, op);
    }),
  );
}
