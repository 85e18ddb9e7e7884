import type { Neighbours, NeighboursRequest } from "../contracts/memory-store.js";
import { recordKey } from "../internal/record-key.js";
import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";
import { matchesSelection } from "./selection.js";
import { copyRecord, type StoredRecord, type Tables } from "./tables.js";

/** Position of a record in its thread. */
export interface ThreadPosition {
  /** Records of the same scope and thread, in the order they happened. */
  readonly thread: readonly StoredRecord[];
  /** Its index among them. */
  readonly index: number;
}

/** Returns the positions of the records that have a thread, counting these records only. */
export function orderThreads(
  records: readonly StoredRecord[],
): ReadonlyMap<StoredRecord, ThreadPosition> {
  const inThreads = records.filter(({ record }) => record.thread !== undefined);
  const threads = Map.groupBy(inThreads, ({ path, record }) =>
    JSON.stringify([path, record.thread]),
  );
  const positions = new Map<StoredRecord, ThreadPosition>();
  for (const members of threads.values()) {
    const thread = members.toSorted((a, b) => compareByTime(a.record, b.record));
    for (const [index, stored] of thread.entries()) positions.set(stored, { thread, index });
  }
  return positions;
}

/** Orders by when records happened, then by id. */
function compareByTime(a: MemoryRecord, b: MemoryRecord): number {
  return happenedAt(a) - happenedAt(b) || compareText(a.id, b.id);
}

function happenedAt(record: MemoryRecord): number {
  return (record.occurredAt ?? record.createdAt).getTime();
}

/** Returns the records just before and after each of `refs` in its thread. */
export function findNeighbours(tables: Tables, request: NeighboursRequest): readonly Neighbours[] {
  const { refs, before, after, selection } = request;
  const selected = [...tables.records.values()].filter(({ record }) =>
    matchesSelection(record, selection),
  );
  const positions = orderThreads(selected);
  return refs.map((ref) => {
    const stored = tables.records.get(recordKey(ref));
    const position = stored && positions.get(stored);
    if (!position) return { before: [], after: [] };
    const { thread, index } = position;
    return {
      before: copies(thread.slice(Math.max(index - before, 0), index)),
      after: copies(thread.slice(index + 1, index + 1 + after)),
    };
  });
}

function copies(stored: readonly StoredRecord[]): readonly MemoryRecord[] {
  return stored.map(({ record }) => copyRecord(record));
}
