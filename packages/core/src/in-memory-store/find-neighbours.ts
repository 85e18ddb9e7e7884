import type { Neighbours, NeighboursRequest } from "../contracts/memory-store.js";
import type { MemoryRecord } from "../model/record.js";
import { compareByTime } from "./compare-by-time.js";
import { copyRecord } from "./copy-record.js";
import { matchesSelection } from "./matches-selection.js";
import { identityOf } from "./tables.js";
import type { Tables } from "./tables.js";

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
