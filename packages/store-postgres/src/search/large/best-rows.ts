import { compareText } from "@kioku/core/toolkit";

import type { LargeRow } from "./large-search.js";

/** The best rows by their scores, best first; equal scores by id, then by scope. */
export function bestRows(
  rows: readonly LargeRow[],
  scoreOf: (row: LargeRow) => number | undefined,
  limit: number,
): readonly LargeRow[] {
  return rows
    .map((row) => ({ row, score: scoreOf(row) ?? 0 }))
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        compareText(a.row.id, b.row.id) ||
        compareText(a.row.scope, b.row.scope),
    )
    .slice(0, limit)
    .map(({ row }) => row);
}
