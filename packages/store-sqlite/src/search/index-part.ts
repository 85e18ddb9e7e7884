import { textWeights, type Selection } from "@kioku/core/toolkit";

import { nearestCandidates } from "../index/codes/code-matrix.js";
import type { ResidentIndex } from "../index/index-cache.js";
import type { PostingList } from "../index/postings.js";
import { readPostings } from "../index/read-entries.js";
import type { RecordTable } from "../index/record-table.js";
import { selectedOrdinals, type SelectedOrdinals } from "../index/selected-ordinals.js";
import { termCoverages } from "../index/term-scores.js";
import { compareFound } from "../schema/rows.js";
import type {
  FoundRecord,
  SearchContext,
  SearchPart,
  SelectedRow,
  TextMatches,
  ThreadPosition,
  VectorQuery,
} from "./search-part.js";

/** Searches a range by its up-to-date resident index. */
export async function indexPart(
  context: SearchContext,
  resident: ResidentIndex,
  selection: Selection,
): Promise<SearchPart> {
  const selected = await selectedOrdinals(context, resident, selection);
  const search: IndexSearch = { ...context, resident, selected, seen: new Map() };
  const { documents, terms } = resident.table;
  return {
    documents,
    terms,
    nearest: async (query) => nearestInIndex(search, query),
    withTerms: async (words) => textInIndex(search, words),
    around: (rows, count) => aroundInIndex(search, rows, count),
  };
}

/** State shared by all legs of a search in an index. */
interface IndexSearch extends SearchContext {
  readonly resident: ResidentIndex;
  readonly selected: SelectedOrdinals;
  /** Records that some leg has met, by ordinal. */
  readonly seen: Map<number, SelectedRow>;
}

const PATH = "select path from scopes where id = ?";

/** Returns the record of an ordinal in the form that all parts share. */
function selectedAt(search: IndexSearch, ordinal: number): SelectedRow {
  const known = search.seen.get(ordinal);
  if (known) return known;
  const { resident, connection } = search;
  const { range, table } = resident;
  const readPath = (scope: number): string => connection.values<string>(PATH, scope)[0] ?? "";
  const selected = {
    row: table.rowAt(ordinal),
    id: table.idAt(ordinal),
    traits: table.traitsAt(ordinal),
    speaker: table.speakerAt(ordinal),
    path: range.below ? resident.pathOf(table.scopeAt(ordinal), readPath) : range.path,
    hasThread: table.threads.threadAt(ordinal) !== null,
  };
  search.seen.set(ordinal, selected);
  return selected;
}

const CANDIDATES_PER_READ = 256;

/** Finds the nearest vectors of the selection: candidates by codes, then compared exactly. */
async function nearestInIndex(
  search: IndexSearch,
  { space, values, limit }: VectorQuery,
): Promise<readonly FoundRecord[]> {
  const { similarities, resident, pause } = search;
  const ordinals = await candidates(search, { space, values, limit });
  const scores = new Map<number, number>();
  for (let start = 0; start < ordinals.length; start += CANDIDATES_PER_READ) {
    const pausing = pause();
    if (pausing) await pausing;
    const portion = ordinals.subarray(start, start + CANDIDATES_PER_READ);
    const rows = Array.from(portion, (ordinal) => resident.table.rowAt(ordinal));
    for (const [index, score] of similarities({ space, values }, rows).entries()) {
      if (score !== undefined) scores.set(portion[index] ?? -1, score);
    }
  }
  const scoreOf = (ordinal: number): number => scores.get(ordinal) ?? Number.NEGATIVE_INFINITY;
  const scored = [...scores.keys()].toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return bestFound(search, scored, { limit, scoreOf });
}

/** Returns the best `limit` of ordinals in score order, ties by id and path. */
function bestFound(
  search: IndexSearch,
  ordinals: readonly number[],
  { limit, scoreOf }: { readonly limit: number; readonly scoreOf: (ordinal: number) => number },
): FoundRecord[] {
  return firstOfEqual(search.resident.table, ordinals, { limit, scoreOf })
    .map((ordinal) => ({ ...selectedAt(search, ordinal), score: scoreOf(ordinal) }))
    .toSorted(compareFound)
    .slice(0, limit);
}

/** Returns ordinals that include the nearest; all of them without codes. */
async function candidates(
  { resident, selected, pause }: IndexSearch,
  { space, values, limit }: VectorQuery,
): Promise<Uint32Array> {
  const { allows, mask } = selected;
  const matrix = resident.matrices.get(space.id);
  if (matrix)
    return nearestCandidates(matrix, { query: values, count: limit, allows, mask, pause });
  const { table } = resident;
  const ordinals = Array.from({ length: table.size }, (_, ordinal) => ordinal);
  return Uint32Array.from(
    ordinals.filter((ordinal) => table.isAlive(ordinal) && (!allows || allows(ordinal))),
  );
}

/** Postings scored without a pause, less than a millisecond. */
const POSTINGS_PER_CHECK = 131_072;

async function textInIndex(search: IndexSearch, terms: readonly string[]): Promise<TextMatches> {
  const lists = await listsOf(search, terms);
  return {
    documentFrequencies: lists.map(({ length }) => length),
    score: async (statistics, limit) => {
      const scores = search.scores();
      const weights = textWeights(statistics);
      scores.begin(search.resident.table, weights);
      for (const [index, list] of lists.entries()) {
        for (let from = 0; from < list.positions; from += POSTINGS_PER_CHECK) {
          const pausing = search.pause();
          if (pausing) await pausing;
          const to = Math.min(from + POSTINGS_PER_CHECK, list.positions);
          scores.add(list, weights.weights[index] ?? 0, { from, to });
        }
      }
      const ordinals = scores.best(limit, search.selected.allows);
      const scoreOf = (ordinal: number): number => scores.scoreOf(ordinal);
      return {
        best: bestFound(search, ordinals, { limit, scoreOf }),
        scoresOf: (rows) => scoresOfRows(search, rows, scoreOf),
        coverageOf: (rows) => scoresOfRows(search, rows, termCoverages(lists, weights)),
      };
    },
  };
}

async function listsOf(
  { resident, connection, pause }: IndexSearch,
  terms: readonly string[],
): Promise<readonly PostingList[]> {
  const { postings } = resident;
  const known = new Map(terms.map((term) => [term, postings.get(term)]));
  const missing = terms.filter((term) => known.get(term) === undefined);
  if (missing.length > 0) {
    const lists = await readPostings(connection, resident, { terms: missing, pause });
    for (const [index, list] of lists.entries()) {
      const term = missing[index] ?? "";
      postings.keep(term, list);
      known.set(term, list);
    }
  }
  return terms.flatMap((term) => known.get(term) ?? []);
}

function scoresOfRows(
  { resident }: IndexSearch,
  rows: readonly number[],
  scoreOf: (ordinal: number) => number,
): Map<number, number> {
  const found = new Map<number, number>();
  for (const row of rows) {
    const ordinal = resident.table.ordinalOf(row);
    const score = ordinal === -1 ? 0 : scoreOf(ordinal);
    if (score > 0) found.set(row, score);
  }
  return found;
}

/**
 * Returns those of ordinals in score order that can be among the first `limit` when ties are
 * ordered by id. A common word gives tens of thousands of ties; only few are compared.
 */
function firstOfEqual(
  table: RecordTable,
  ordinals: readonly number[],
  { limit, scoreOf }: { readonly limit: number; readonly scoreOf: (ordinal: number) => number },
): number[] {
  if (ordinals.length <= limit) return [...ordinals];
  const last = scoreOf(ordinals[limit - 1] ?? -1);
  const better = ordinals.filter((ordinal) => scoreOf(ordinal) > last);
  const wanted = limit - better.length;
  const first: number[] = [];
  for (const ordinal of ordinals) {
    if (scoreOf(ordinal) !== last) continue;
    const worst = first[wanted - 1];
    // An equal id in another scope stays: paths decide then.
    const isBehind = worst !== undefined && table.compareIds(ordinal, worst) > 0;
    if (!isBehind) insert(table, first, ordinal);
    while (first.length > wanted && isAfter(table, first, wanted - 1)) first.pop();
  }
  return [...better, ...first];
}

function isAfter(table: RecordTable, ordinals: readonly number[], other: number): boolean {
  return table.compareIds(ordinals.at(-1) ?? 0, ordinals[other] ?? 0) > 0;
}

/** Inserts by id. Most come in the order of their ids. */
function insert(table: RecordTable, ordinals: number[], ordinal: number): void {
  let position = ordinals.length;
  while (position > 0 && table.compareIds(ordinals[position - 1] ?? 0, ordinal) > 0) position -= 1;
  ordinals.splice(position, 0, ordinal);
}

/** Returns thread positions of rows in this index and of their selected neighbours. */
function aroundInIndex(
  search: IndexSearch,
  rows: readonly SelectedRow[],
  count: number,
): readonly ThreadPosition[] {
  const { table } = search.resident;
  const where = search.selected.allows ?? ((): boolean => true);
  const around = new Set<number>();
  for (const { row, hasThread } of rows) {
    const ordinal = hasThread ? table.ordinalOf(row) : -1;
    if (ordinal === -1) continue;
    around.add(ordinal);
    for (const step of [-1, 1] as const) {
      for (const other of table.threads.neighbours(ordinal, step, { count, where }))
        around.add(other);
    }
  }
  return [...around].map((ordinal) => {
    const [previous] = table.threads.neighbours(ordinal, -1, { count: 1, where });
    return {
      of: selectedAt(search, ordinal),
      thread: table.threads.threadAt(ordinal) ?? "",
      previous: previous === undefined ? undefined : table.idAt(previous),
    };
  });
}
