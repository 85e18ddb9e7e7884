import { bestScores } from "./best-scores.js";
import { compareFound } from "./found-record.js";
import type { FoundRecord } from "./found-record.js";
import type { RowSelection } from "./row-selection.js";

/** The first look takes a few more than asked for, each further one this many times as many. */
const SPARE = 16;
const GROWTH = 4;

/** Rows of the scopes of a selection and their scores, index by index, in any order. */
export interface ScoredRows {
  readonly rows: ArrayLike<number>;
  readonly scores: ArrayLike<number>;
}

/**
 * The best `limit` of the rows that a selection contains, scopes aside. Candidates are checked best first, in growing
 * portions, until enough of them have passed: the same as to filter all and then to limit.
 */
export function selectHits(
  { rows, scores }: ScoredRows,
  limit: number,
  selection: RowSelection,
): FoundRecord[] {
  const found: FoundRecord[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let portion = limit + SPARE; found.length < limit; portion *= GROWTH) {
    const candidates = bestScores(scores, portion, below);
    const last = candidates.at(-1);
    if (last === undefined) break;
    below = scores[last] ?? below;
    const scoreOf = new Map(candidates.map((index) => [rows[index] ?? -1, scores[index] ?? 0]));
    const selected = selection.select([...scoreOf.keys()]);
    found.push(
      ...selected
        .map((one) => ({ ...one, score: scoreOf.get(one.row) ?? 0 }))
        .toSorted(compareFound),
    );
  }
  return found.slice(0, limit);
}
