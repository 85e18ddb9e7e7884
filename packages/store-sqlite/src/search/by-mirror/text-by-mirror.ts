import { textWeights } from "@kioku/core/toolkit";

import { loadPostings } from "../../mirror/load-postings.js";
import type { PostingList } from "../../mirror/posting-list.js";
import { compareFound } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import type { TextMatches } from "../search-part.js";
import { firstOfEqual } from "./first-of-equal.js";
import { selectedAt } from "./mirror-search.js";
import type { MirrorSearch } from "./mirror-search.js";

/** Postings that are scored at a stretch, in less than a millisecond. */
const PORTION = 131_072;

/** The records that have any of the terms, by posting lists in memory. */
export async function textByMirror(
  search: MirrorSearch,
  terms: readonly string[],
): Promise<TextMatches> {
  const lists: PostingList[] = [];
  for (const term of terms) lists.push(await listOf(search, term));
  return {
    documentFrequencies: lists.map(({ length }) => length),
    score: async (statistics, limit) => {
      const scores = search.scores();
      const weights = textWeights(statistics);
      scores.begin(search.mirror.roster, weights);
      for (const [index, list] of lists.entries()) {
        for (let from = 0; from < list.places; from += PORTION) {
          const pausing = search.pause();
          if (pausing) await pausing;
          const to = Math.min(from + PORTION, list.places);
          scores.add(list, weights.weights[index] ?? 0, { from, to });
        }
      }
      const slots = scores.best(limit, search.selected.allows);
      const best = firstOfEqual(search.mirror.roster, slots, {
        limit,
        scoreOf: (slot) => scores.scoreOf(slot),
      });
      return {
        best: best
          .map((slot): FoundRecord => ({
            ...selectedAt(search, slot),
            score: scores.scoreOf(slot),
          }))
          .toSorted(compareFound)
          .slice(0, limit),
        scoresOf: (rows) => scoresOfRows(search, rows, (slot) => scores.scoreOf(slot)),
      };
    },
  };
}

async function listOf(
  { mirror, connection, pause }: MirrorSearch,
  term: string,
): Promise<PostingList> {
  const known = mirror.postings.get(term);
  if (known) return known;
  const list = await loadPostings(connection, mirror, { term, pause });
  mirror.postings.keep(term, list);
  return list;
}

function scoresOfRows(
  { mirror }: MirrorSearch,
  rows: readonly number[],
  scoreOf: (slot: number) => number,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const row of rows) {
    const slot = mirror.roster.slotOf(row);
    const score = slot === -1 ? 0 : scoreOf(slot);
    if (score > 0) found.set(row, score);
  }
  return found;
}
