import type { EmbedOp, WriteResult } from "@kioku/core/toolkit";

import { dropJob } from "../model/change-entry.js";
import type { WriteModel } from "../model/write-model.js";

/** Adds a vector to a record, if its text is still the one the vector was made from. */
export function embedRecord(model: WriteModel, op: EmbedOp): WriteResult {
  const entry = model.entryOf(op);
  if (entry.current?.text_hash !== op.textHash) return { applied: false };
  model.spaces.register(op.vector);
  entry.vectors.set(op.vector.space.id, op.vector.values);
  if (op.dequeue === true) dropJob(entry);
  return { applied: true };
}
