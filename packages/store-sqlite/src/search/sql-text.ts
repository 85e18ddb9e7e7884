import { replaceTop, termCoverage, textScorer, textWeights } from "@kioku/core/toolkit";
import type { TextScorer, TextWeights } from "@kioku/core/toolkit";

import {
  LONG,
  keywordToken,
  keywordTokens,
  nextRecord,
  rowOf,
  termCountOf,
} from "../schema/rows.js";
import type { SlotScores, TextMatches } from "./search-part.js";
import { selectRows, type SqlSearch } from "./sql-search.js";

/** Extra rows of the first round; each further round checks `GROWTH` times as many. */
const SPARE_ROWS = 16;
const GROWTH = 4;

const TERM_COUNT = "select term_count from records where row = ?";

/** Finds records with any of the terms, by the postings of the keyword index. */
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
      const best = await selectBest(search, scored, limit);
      return {
        slots: best.map(({ slot }) => slot),
        scores: best.map(({ score }) => score),
        rate: (slots) => {
          const rows = new Map(
            Array.from(slots, (slot, index) => [search.rows.rowAt(slot), index]),
          );
          const coverages = coveragesOf(postings, rows, textWeights(statistics));
          return { scores: pickScores(scored, rows), coverages };
        },
      };
    },
  };
}

/** A match. */
interface FoundSlot {
  readonly slot: number;
  readonly score: number;
}

/** Returns the best `limit` of the selection, checking candidates best first in portions. */
async function selectBest(
  search: SqlSearch,
  { rows, scores }: Scored,
  limit: number,
): Promise<readonly FoundSlot[]> {
  const found: FoundSlot[] = [];
  let below = Number.POSITIVE_INFINITY;
  for (let portion = limit + SPARE_ROWS; found.length < limit; portion *= GROWTH) {
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
        .map((slot) => ({ slot, score: scoreOf.get(search.rows.rowAt(slot)) ?? 0 }))
        .toSorted((a, b) => b.score - a.score || search.compare(a.slot, b.slot)),
    );
  }
  return found.slice(0, limit);
}

/** Places of wanted rows. */
type Places = ReadonlyMap<number, number>;

function pickScores({ rows, scores }: Scored, places: Places): Float64Array {
  const picked = new Float64Array(places.size).fill(Number.NaN);
  for (const [index, row] of rows.entries()) {
    const place = places.get(row);
    if (place !== undefined) picked[place] = scores[index] ?? 0;
  }
  return picked;
}

function coveragesOf(
  postings: readonly PostingLists[],
  places: Places,
  weights: TextWeights,
): SlotScores["coverages"] {
  const terms = Array.from(places, () => new Set<number>());
  for (const lists of postings) {
    for (const [term, rowids] of lists.entries()) {
      for (const rowid of rowids) terms[places.get(rowOf(rowid)) ?? -1]?.add(term);
    }
  }
  return Float64Array.from(terms, (own) => termCoverage(weights, (term) => Number(own.has(term))));
}

interface Scored {
  readonly rows: number[];
  readonly scores: number[];
}

/** Returns the number of records with each term. */
function documentFrequencies(scopes: readonly PostingLists[], terms: number): number[] {
  return Array.from({ length: terms }, (_, term) =>
    scopes.reduce((sum, lists) => sum + countRecords(lists[term] ?? []), 0),
  );
}

/** Counts the records of a posting list; rowids of one record are adjacent. */
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
 * Walks all lists of one scope at once, in rowid order, and scores each record.
 * @param longTermCount - Returns the term count of a record whose rowid does not have it.
 */
function scorePostings(
  lists: PostingLists,
  scorer: TextScorer,
  { into, longTermCount }: { into: Scored; longTermCount: (row: number) => number },
): void {
  const positions = new Uint32Array(lists.length);
  const frequencies = new Uint32Array(lists.length);
  // Of further terms in another language there are many, and most scopes have none of them.
  const used = [...lists.keys()].filter((term) => (lists[term] ?? []).length > 0);
  for (;;) {
    const rowid = nextRowid(lists, used, positions);
    if (rowid === Number.POSITIVE_INFINITY) return;
    const next = nextRecord(rowid);
    for (const term of used) {
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

function nextRowid(lists: PostingLists, used: readonly number[], positions: Uint32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (const term of used) {
    const rowid = lists[term]?.[positions[term] ?? 0];
    if (rowid !== undefined && rowid < least) least = rowid;
  }
  return least;
}

/** Number of scopes up to which each term is looked up by scope. */
const MAX_LOOKUPS = 64;

const OF_TOKEN = "select doc from postings where term = ?";
const OF_TERM =
  "select cast(substr(term, instr(term, char(31)) + 1) as integer) as scope, doc " +
  "from postings where term >= ? and term < ?";

/** Ascending keyword rowids of the records with each term, repeated by frequency. */
type PostingLists = readonly (readonly number[])[];

/** Reads the lists of each scope with any of the terms. No record is in two scopes. */
async function readPostings(
  { connection, scopes, pause }: SqlSearch,
  terms: readonly string[],
): Promise<readonly PostingLists[]> {
  if (scopes.length > MAX_LOOKUPS) return readAll({ connection, scopes, pause }, terms);
  const postings: PostingLists[] = [];
  for (const { id } of scopes) {
    const lists: number[][] = [];
    for (const term of terms) {
      const pausing = pause();
      if (pausing) await pausing;
      lists.push(connection.values<number>(OF_TOKEN, keywordToken(term, id)));
    }
    postings.push(lists);
  }
  return postings;
}

interface ScopedPosting {
  readonly scope: number;
  readonly doc: number;
}

async function readAll(
  { connection, scopes, pause }: Pick<SqlSearch, "connection" | "scopes" | "pause">,
  terms: readonly string[],
): Promise<PostingLists[]> {
  const searched = new Set(scopes.map(({ id }) => id));
  const byScope = new Map<number, number[][]>();
  for (const [index, term] of terms.entries()) {
    const { from, to } = keywordTokens(term);
    for (const { scope, doc } of connection.each<ScopedPosting>(OF_TERM, from, to)) {
      const pausing = pause();
      if (pausing) await pausing;
      if (!searched.has(scope)) continue;
      const lists = byScope.get(scope) ?? terms.map((): number[] => []);
      byScope.set(scope, lists);
      lists[index]?.push(doc);
    }
  }
  return [...byScope.values()];
}

/** Returns the indexes of the best `count` scores below `below`, best first, with all ties. */
export function bestScores(scores: ArrayLike<number>, count: number, below: number): number[] {
  const least = leastOfBest(scores, count, below);
  const indices: number[] = [];
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? below;
    if (score < below && score >= least) indices.push(index);
  }
  return indices.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

function leastOfBest(scores: ArrayLike<number>, count: number, below: number): number {
  if (scores.length <= count) return Number.NEGATIVE_INFINITY;
  // A heap with the least on top, which any better score replaces.
  const heap = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let index = 0; index < scores.length; index += 1) {
    const score = scores[index] ?? below;
    if (score < below && score > (heap[0] ?? 0)) replaceTop(heap, score);
  }
  return heap[0] ?? Number.NEGATIVE_INFINITY;
}
