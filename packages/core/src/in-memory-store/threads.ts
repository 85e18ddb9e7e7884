import type { Neighbours, NeighboursRequest } from "../contracts/memory-store.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";
import { copyRecord } from "./records.js";
import { matchesSelection } from "./selection.js";
import type { StoredRecord, Tables } from "./tables.js";
import { identityOf } from "./tables.js";

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

/** The records of the same scope and thread just before and after each one named. */
export function findNeighbours(tables: Tables, request: NeighboursRequest): readonly Neighbours[] {
  const { refs, before, after, selection } = request;
  return refs.map((ref) => {
    const stored = tables.records.get(identityOf(ref));
    if (!stored || stored.record.thread === undefined) return { before: [], after: [] };
    const thread: MemoryRecord[] = [];
    for (const { record, path } of tables.records.values()) {
      const isThere = path === stored.path && record.thread === stored.record.thread;
      if (isThere && matchesSelection(record, selection)) thread.push(record);
    }
    const ordered = thread.toSorted(compareByTime);
    const place = ordered.indexOf(stored.record);
    if (place === -1) return { before: [], after: [] };
    return {
      before: ordered.slice(Math.max(place - before, 0), place).map((record) => copyRecord(record)),
      after: ordered.slice(place + 1, place + 1 + after).map((record) => copyRecord(record)),
    };
  });
}

/** Orders the records of a thread: as they happened, those of one instant by id. */
export function compareByTime(a: MemoryRecord, b: MemoryRecord): number {
  return happenedAt(a) - happenedAt(b) || compareText(a.id, b.id);
}

function happenedAt(record: MemoryRecord): number {
  return (record.occurredAt ?? record.createdAt).getTime();
}
