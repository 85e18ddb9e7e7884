import type { EmbedOp, WriteResult } from "@kioku/core/toolkit";

import { dropJob } from "../queue/job-writer.js";
import { findRecord } from "../read/find-record.js";
import type { WriteTransaction } from "./write-transaction.js";

/** Adds a vector to a record, if its text is still the one the vector was made from. */
export function embedRecord({ connection, vectors }: WriteTransaction, op: EmbedOp): WriteResult {
  const { scope, id, textHash, vector, dequeue } = op;
  const stored = findRecord(connection, { scope, id }, Number.NEGATIVE_INFINITY);
  if (stored?.text_hash !== textHash) return { applied: false };
  vectors.put(stored, vector);
  if (dequeue === true) dropJob(connection, stored.row);
  return { applied: true };
}
