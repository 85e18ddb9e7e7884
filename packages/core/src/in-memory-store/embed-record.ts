import type { EmbedOp, WriteResult } from "../contracts/write-op.js";
import { registerSpace } from "./register-space.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

/** Adds a vector to a record, if its text is still the one the vector was made from. */
export function embedRecord(tables: Tables, op: EmbedOp): WriteResult {
  const stored = tables.records.get(identityOf(op));
  if (stored?.search?.textHash !== op.textHash) return { applied: false };
  const { space, values } = op.vector;
  registerSpace(tables, space, values);
  const vectors = new Map(stored.search.vectors).set(space.id, values.slice());
  const job = op.dequeue === true ? undefined : stored.search.job;
  tables.records.set(identityOf(op), { ...stored, search: { ...stored.search, vectors, job } });
  return { applied: true };
}
