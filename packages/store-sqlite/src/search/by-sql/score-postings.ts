import type { TextScorer } from "@kioku/core/toolkit";

import { LONG, nextRecord, rowOf, termCountOf } from "../../keyword/keyword-rowid.js";
import type { PostingLists } from "../../keyword/read-postings.js";

/** Rows and their scores, index by index. */
export interface Scored {
  readonly rows: number[];
  readonly scores: number[];
}

/** In how many records each term is. */
export function documentFrequencies(scopes: readonly PostingLists[], terms: number): number[] {
  return Array.from({ length: terms }, (_, term) =>
    scopes.reduce((sum, lists) => sum + countRecords(lists[term] ?? []), 0),
  );
}

/** Counts the records of a posting list; rowids of one record lie together. */
function countRecords(rowids: readonly number[]): number {
  let count = 0;
  let next = -1;
  for (const rowid of rowids) {
    if (rowid < next) continue;
    count += 1;
    next = nextRecord(rowid);
  }
  return count;
}

/**
 * Walks all lists of one scope at once, in the order of rowids, and adds the score of each record
 * it meets.
 * @param longTermCount - Asked for the number of terms where the rowid does not tell it.
 */
export function scorePostings(
  lists: PostingLists,
  scorer: TextScorer,
  { into, longTermCount }: { into: Scored; longTermCount: (row: number) => number },
): void {
  const positions = new Uint32Array(lists.length);
  const frequencies = new Uint32Array(lists.length);
  for (;;) {
    const rowid = nextRowid(lists, positions);
    if (rowid === Number.POSITIVE_INFINITY) return;
    const next = nextRecord(rowid);
    for (let term = 0; term < lists.length; term += 1) {
      const list = lists[term] ?? [];
      const start = positions[term] ?? 0;
      let end = start;
      while ((list[end] ?? next) < next) end += 1;
      positions[term] = end;
      frequencies[term] = end - start;
    }
    const row = rowOf(rowid);
    const termCount = termCountOf(rowid);
    into.rows.push(row);
    into.scores.push(scorer(frequencies, termCount === LONG ? longTermCount(row) : termCount));
  }
}

function nextRowid(lists: PostingLists, positions: Uint32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let term = 0; term < lists.length; term += 1) {
    const rowid = lists[term]?.[positions[term] ?? 0];
    if (rowid !== undefined && rowid < least) least = rowid;
  }
  return least;
}
