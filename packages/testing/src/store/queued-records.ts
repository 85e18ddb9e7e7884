import assert from "node:assert/strict";

import type { MemoryRecord } from "@kioku/core";
import type {
  CompleteStore,
  EmbeddingJob,
  EmbeddingQueue,
  JobRef,
  PutOp,
  QueueStats,
} from "@kioku/core/toolkit";

import { instant, putOp, searchEntry } from "../test-records.js";

/** Writes a record whose text may be embedded from this second on. */
export function queuedPut(record: MemoryRecord, second: number): PutOp {
  const search = { ...searchEntry(record.content), embedAt: instant(second) };
  return putOp(record, { search });
}

/** The queue of a store that has one. */
export function queueOf({ queue }: CompleteStore): EmbeddingQueue {
  assert.ok(queue, "the store has no queue");
  return queue;
}

/** Counts of a queue that has nothing. */
export const EMPTY: QueueStats = { ready: 0, leased: 0, delayed: 0, dead: 0 };
/** Milliseconds that jobs are handed out for. */
export const LEASE_MS = 60_000;

/** Returns the jobs that are handed out at this second. */
export async function claim(
  queue: EmbeddingQueue,
  second: number,
  limit = 100,
): Promise<readonly EmbeddingJob[]> {
  return queue.claim({ now: instant(second), leaseMs: LEASE_MS, limit });
}

/** The only job that is handed out at this second. */
export async function claimOne(queue: EmbeddingQueue, second: number): Promise<EmbeddingJob> {
  const [job, ...more] = await claim(queue, second);
  assert.ok(job && more.length === 0, "exactly one job should be due");
  return job;
}

/** Returns the number of jobs in each state at this second. */
export async function statsOf(store: CompleteStore, second: number): Promise<QueueStats> {
  return queueOf(store).stats(instant(second));
}

/** A job that is given up. */
export function withoutRunAt({ scope, id, token }: EmbeddingJob): JobRef {
  return { scope, id, token };
}
