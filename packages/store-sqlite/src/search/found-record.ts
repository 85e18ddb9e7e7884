import { compareText } from "@kioku/core/toolkit";

/** A record of the selection that a search may answer with. */
export interface SelectedRow {
  readonly row: number;
  readonly id: string;
  /** Of its search entry; `null` where it is not searchable. */
  readonly scripts: number | null;
  /** Of its scope. */
  readonly path: string;
  readonly hasThread: boolean;
}

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

/** Where a record is in its thread. */
export interface ThreadPlace {
  readonly of: SelectedRow;
  readonly thread: string;
  /** Id of the record before it. */
  readonly previous: string | undefined;
}

/** Best first; equal scores by id, then by scope. */
export function compareFound(a: FoundRecord, b: FoundRecord): number {
  return b.score - a.score || compareRows(a, b);
}

/** By id, then by scope. */
export function compareRows(a: SelectedRow, b: SelectedRow): number {
  return compareText(a.id, b.id) || compareText(a.path, b.path);
}
