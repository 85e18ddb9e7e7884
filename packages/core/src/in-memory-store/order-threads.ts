import { compareByTime } from "./compare-by-time.js";
import type { StoredRecord } from "./tables.js";

/** Where a record stands in its thread. */
export interface ThreadPlace {
  /** Its scope's records of the same thread, in the order they happened. */
  readonly thread: readonly StoredRecord[];
  /** Its own index among them. */
  readonly index: number;
}

/** The places of those records that have a thread, counting these records only. */
export function orderThreads(
  records: readonly StoredRecord[],
): ReadonlyMap<StoredRecord, ThreadPlace> {
  const threads = new Map<string, StoredRecord[]>();
  for (const stored of records) {
    if (stored.record.thread === undefined) continue;
    const name = JSON.stringify([stored.path, stored.record.thread]);
    const thread = threads.get(name);
    if (thread) thread.push(stored);
    else threads.set(name, [stored]);
  }
  const places = new Map<StoredRecord, ThreadPlace>();
  for (const thread of threads.values()) {
    thread.sort((a, b) => compareByTime(a.record, b.record));
    for (const [index, stored] of thread.entries()) places.set(stored, { thread, index });
  }
  return places;
}
