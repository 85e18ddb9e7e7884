import type { WriteOp, WriteResult } from "@kioku/core/toolkit";

import type { StoreContext } from "../store-context.js";
import { addTombstone } from "./add-tombstone.js";
import { changeSpace } from "./change-space.js";
import { deleteRecord } from "./delete-record.js";
import { embedRecord } from "./embed-record.js";
import { putRecord } from "./put-record.js";
import { restoreEarlier, restoreRecord } from "./restore-record.js";
import { inWriteTransaction } from "./write-transaction.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Applies the ops in order, all or nothing; each sees what those before it did. */
export async function writeBatch(
  context: StoreContext,
  ops: readonly WriteOp[],
): Promise<readonly WriteResult[]> {
  return inWriteTransaction(context, async (transaction) => {
    const results: WriteResult[] = [];
    for (const op of ops) {
      const pause = context.pause();
      if (pause) await pause;
      results.push(applyOp(transaction, op));
      if (transaction.keywords.isFull) await transaction.keywords.flush(context.pause);
    }
    return results;
  });
}

function applyOp(transaction: WriteTransaction, op: WriteOp): WriteResult {
  switch (op.op) {
    case "put":
      return putRecord(transaction, op);
    case "delete":
      return deleteRecord(transaction, op);
    case "embed":
      return embedRecord(transaction, op);
    case "restore":
      return restoreRecord(transaction, op);
    case "earlier":
      return restoreEarlier(transaction, op);
    case "tombstone":
      return addTombstone(transaction, op);
    case "space":
      return changeSpace(transaction, op);
    default:
      return op satisfies never;
  }
}
