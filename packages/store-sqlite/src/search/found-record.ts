import { compareText } from "@kioku/core";

import type { SelectedRow } from "./row-selection.js";

/** A match of one leg. */
export interface FoundRecord extends SelectedRow {
  readonly score: number;
}

/** What one leg found. */
export interface LegMatches {
  /** Its best matches, best first. */
  readonly best: readonly FoundRecord[];
  /** The scores of these rows, by row; those that do not match are missing. */
  readonly scoresOf: (rows: readonly number[]) => ReadonlyMap<number, number>;
}

/** Best first; equal scores by id, then by scope. */
export function compareFound(a: FoundRecord, b: FoundRecord): number {
  return b.score - a.score || compareRows(a, b);
}

/** By id, then by scope. */
export function compareRows(a: SelectedRow, b: SelectedRow): number {
  return compareText(a.id, b.id) || compareText(a.path, b.path);
}
