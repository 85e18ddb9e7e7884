import assert from "node:assert/strict";

import type { MemoryRecord } from "../../model/record.js";
import type { EmbeddingQueue } from "../../store/embedding-queue.js";
import type { MemoryStore } from "../../store/memory-store.js";
import type { PutOp } from "../../store/write-op.js";
import { putOp, searchEntry } from "../test-ops.js";
import { instant } from "../test-record.js";

/** Writes a record whose text may be embedded from this second on. */
export function queuedPut(record: MemoryRecord, second: number): PutOp {
  const search = { ...searchEntry(record.content), embedAt: instant(second) };
  return putOp(record, { search });
}

/** The queue of a store that has one. */
export function queueOf({ queue }: MemoryStore): EmbeddingQueue {
  assert.ok(queue, "the store has no queue");
  return queue;
}
