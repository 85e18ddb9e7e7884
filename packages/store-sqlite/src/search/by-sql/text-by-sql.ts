import { textScorer } from "@kioku/core/toolkit";

import { readPostings } from "../../keyword/read-postings.js";
import { bestScores } from "../best-scores.js";
import { compareFound } from "../found-record.js";
import type { FoundRecord } from "../found-record.js";
import type { TextMatches } from "../search-part.js";
import { documentFrequencies, scorePostings } from "./score-postings.js";
import type { Scored } from "./score-postings.js";
import { selectRows } from "./select-rows.js";
import type { SqlSearch } from "./sql-search.js";

/** The first look takes a few more than asked for, each further one this many times as many. */
const SPARE = 16;
const GROWTH = 4;

const TERM_COUNT = "select term_count from records where row = ?";

/** The records that have any of the terms, by the postings of the index. */
export async function textBySql(search: SqlSearch, terms: readonly string[]): Promise<TextMatches> {
  const { connection, pause } = search;
  const longTermCount = (row: number): number => connection.values<number>(TERM_COUNT, row)[0] ?? 0;
  const postings = await readPostings(search, terms);
  return {
    documentFrequencies: documentFrequencies(postings, terms.length),
    score: async (statistics, limit) => {
      const scorer = textScorer(statistics);
      const scored: Scored = { rows: [], scores: [] };
      for (const lists of postings) {
        const pausing = pause();
        if (pausing) await pausing;
        scorePostings(lists, scorer, { into: scored, longTermCount });
      }
      return {
        best: await selectBest(search, scored, limit),
        scoresOf: (wanted) => pickScores(scored, new Set(wanted)),
      };
    },
  };
}

/**
 * The best `limit` that the selection contains. Candidates are checked best first, in growing
 * portions, until enough of them have passed: the same as to filter all and then to limit.
 */
async function selectBest(
  search: SqlSearch,
  { rows, scores }: Scored,
  limit: number,
): Promise<FoundRecord[]> {
  const found: FoundRecord[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let portion = limit + SPARE; found.length < limit; portion *= GROWTH) {
    const pausing = search.pause();
    if (pausing) await pausing;
    const candidates = bestScores(scores, portion, below);
    const last = candidates.at(-1);
    if (last === undefined) break;
    below = scores[last] ?? below;
    const scoreOf = new Map(candidates.map((index) => [rows[index] ?? -1, scores[index] ?? 0]));
    const selected = selectRows(search, [...scoreOf.keys()]);
    found.push(
      ...selected
        .map((one) => ({ ...one, score: scoreOf.get(one.row) ?? 0 }))
        .toSorted(compareFound),
    );
  }
  return found.slice(0, limit);
}

function pickScores({ rows, scores }: Scored, wanted: ReadonlySet<number>): Map<number, number> {
  const picked = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (wanted.has(row)) picked.set(row, scores[index] ?? 0);
  }
  return picked;
}
