import { MemoryError } from "../../errors/memory-error.js";
import type { MemoryRecord } from "../../model/record.js";
import type { RestoreOp } from "../write-op.js";
import { findRecord } from "./find-record.js";
import type { Tables } from "./tables.js";

/** Before everything that expires, so that what has expired holds its keys too. */
const ALWAYS = new Date(-8.64e15);

/** Refuses a key that another record of the scope holds, expired or not. */
export function requireFreeKey(tables: Tables, { id, scope, key }: MemoryRecord): void {
  if (key === undefined) return;
  const holder = findRecord(tables, { scope, key }, ALWAYS);
  if (!holder || holder.record.id === id) return;
  throw new MemoryError(
    "conflict",
    `record ${id} cannot have its key: record ${holder.record.id} of the same scope has it`,
  );
}

/** Refuses idempotency keys that other records of the scope were written with, expired or not. */
export function requireFreeIdempotencyKeys(tables: Tables, op: RestoreOp): void {
  const { scope, id, idempotencyKeys } = op;
  for (const idempotencyKey of idempotencyKeys) {
    const holder = findRecord(tables, { scope, idempotencyKey }, ALWAYS);
    if (!holder || holder.record.id === id) continue;
    throw new MemoryError(
      "conflict",
      `record ${id} cannot have its idempotency key: record ${holder.record.id} of the same scope has it`,
    );
  }
}
