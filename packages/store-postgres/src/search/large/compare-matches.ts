import { compareText } from "@kioku/core";

import type { LargeRow } from "./large-search.js";

/** Best first; equal scores by id, then by scope. */
export function compareMatches(
  scoreOf: (row: LargeRow) => number | undefined,
): (a: LargeRow, b: LargeRow) => number {
  return (a, b) =>
    (scoreOf(b) ?? 0) - (scoreOf(a) ?? 0) ||
    compareText(a.id, b.id) ||
    compareText(a.scope, b.scope);
}
