import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type { CompleteStore, RecordId } from "@kioku/core/toolkit";

import { putOp } from "../test-ops.js";

/** The first instant there is: at it, nothing has expired. */
export const BEFORE_ALL: Date = new Date(-8.64e15);

/** The record of that id, expired or not. Fails if there is none. */
export async function readRecord(store: CompleteStore, ref: RecordId): Promise<MemoryRecord> {
  const [record] = await store.get([{ scope: ref.scope, id: ref.id }], { now: BEFORE_ALL });
  assert.ok(record, `get did not find record ${ref.id} of scope ${JSON.stringify(ref.scope)}`);
  return record;
}

/** Writes a record and reads it by id. */
export async function readBack(store: CompleteStore, record: MemoryRecord): Promise<MemoryRecord> {
  await store.write([putOp(record)]);
  return readRecord(store, record);
}
