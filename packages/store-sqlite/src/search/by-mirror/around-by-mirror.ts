import type { SelectedRow, ThreadPlace } from "../found-record.js";
import { selectedAt } from "./mirror-search.js";
import type { MirrorSearch } from "./mirror-search.js";

/**
 * The places of those of the rows that are of this mirror, and of up to `count` rows of the
 * selection on each side of them.
 */
export function aroundByMirror(
  search: MirrorSearch,
  rows: readonly SelectedRow[],
  count: number,
): readonly ThreadPlace[] {
  const { roster } = search.mirror;
  const where = search.selected.allows ?? ((): boolean => true);
  const around = new Set<number>();
  for (const { row, hasThread } of rows) {
    const slot = hasThread ? roster.slotOf(row) : -1;
    if (slot === -1) continue;
    around.add(slot);
    for (const step of [-1, 1] as const) {
      for (const other of roster.threads.beside(slot, step, { count, where })) around.add(other);
    }
  }
  return [...around].map((slot) => {
    const [previous] = roster.threads.beside(slot, -1, { count: 1, where });
    return {
      of: selectedAt(search, slot),
      thread: roster.threads.threadAt(slot) ?? "",
      previous: previous === undefined ? undefined : roster.idAt(previous),
    };
  });
}
