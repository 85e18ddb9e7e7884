import { compareText } from "../model/compare-text.js";
import type { MemoryRecord } from "../model/record.js";

/** Orders the records of a thread: as they happened, those of one instant by id. */
export function compareByTime(a: MemoryRecord, b: MemoryRecord): number {
  return happenedAt(a) - happenedAt(b) || compareText(a.id, b.id);
}

function happenedAt(record: MemoryRecord): number {
  return (record.occurredAt ?? record.createdAt).getTime();
}
