import { requireFreeKey } from "../contracts/store-helpers/require-free-key.js";
import type { RestoreOp } from "../contracts/write-op.js";
import type { MemoryRecord } from "../model/record.js";
import { findRecord } from "./find-record.js";
import type { Tables } from "./tables.js";

/** Before everything that expires, so that what has expired holds its keys too. */
const ALWAYS = new Date(-8.64e15);

/** Refuses a key that another record of the scope holds, expired or not. */
export function requireUnusedKey(tables: Tables, { id, scope, key }: MemoryRecord): void {
  if (key === undefined) return;
  requireFreeKey(id, findRecord(tables.records, { scope, key }, ALWAYS)?.record);
}

/** Refuses idempotency keys that other records of the scope were written with, expired or not. */
export function requireUnusedIdempotencyKeys(tables: Tables, op: RestoreOp): void {
  const { scope, id, idempotencyKeys } = op;
  for (const idempotencyKey of idempotencyKeys) {
    const holder = findRecord(tables.records, { scope, idempotencyKey }, ALWAYS);
    requireFreeKey(id, holder?.record, "idempotency key");
  }
}
