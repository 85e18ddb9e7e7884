import { compareText } from "@kioku/core/toolkit";

import { keyOf } from "../found-record.js";
import type { FoundRecord, ThreadPlace } from "../found-record.js";

/**
 * The places of these records and of up to `count` records on each side of them, among all records
 * of the selection.
 */
export function placesAround(
  centres: Iterable<FoundRecord>,
  records: readonly FoundRecord[],
  count: number,
): readonly ThreadPlace[] {
  const wanted = Map.groupBy(centres, ({ path, thread }) => threadKey(path, thread));
  wanted.delete("");
  const threads = Map.groupBy(records, ({ path, thread }) => {
    const key = threadKey(path, thread);
    return wanted.has(key) ? key : "";
  });
  const places = new Map<FoundRecord, ThreadPlace>();
  for (const [key, ofThread] of wanted) {
    const thread = (threads.get(key) ?? []).toSorted(compareInThread);
    for (const centre of ofThread) {
      const at = thread.indexOf(centre);
      const last = Math.min(at + count, thread.length - 1);
      for (let index = Math.max(at - count, 0); index <= last; index += 1) {
        const of = thread[index] ?? centre;
        const previous = thread[index - 1]?.id;
        places.set(of, { of, thread: of.thread ?? "", previous });
      }
    }
  }
  return [...places.values()];
}

/** An empty text stands for none. */
function threadKey(path: string, thread: string | null): string {
  return thread === null ? "" : keyOf(path, thread);
}

function compareInThread(a: FoundRecord, b: FoundRecord): number {
  return a.happenedAt - b.happenedAt || compareText(a.id, b.id);
}
