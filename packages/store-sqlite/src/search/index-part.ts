import { compareText, textWeights, type Selection } from "@kioku/core/toolkit";

import { BestOrdinals } from "../index/best-ordinals.js";
import { nearestCandidates } from "../index/codes/nearest-candidates.js";
import type { ResidentIndex } from "../index/index-cache.js";
import type { PostingList } from "../index/postings.js";
import { readPostings } from "../index/read-entries.js";
import { selectedOrdinals, type SelectedOrdinals } from "../index/selected-ordinals.js";
import { TermScores } from "../index/term-scores.js";
import type {
  PartMatches,
  SearchContext,
  SearchPart,
  SlotColumns,
  SlotScores,
  TextMatches,
  VectorQuery,
} from "./search-part.js";

/** Searches a range by its up-to-date resident index. Slots are ordinals. */
export async function indexPart(
  context: SearchContext,
  resident: ResidentIndex,
  selection: Selection,
): Promise<SearchPart> {
  const selected = await selectedOrdinals(context, resident, selection);
  const columns = columnsOf(context, resident);
  const { table } = resident;
  const compare = (a: number, b: number): number =>
    table.compareIds(a, b) || compareText(columns.pathAt(a), columns.pathAt(b));
  const search: IndexSearch = { ...context, resident, selected, compare };
  const { allows: where } = selected;
  return {
    ...columns,
    documents: table.documents,
    terms: table.terms,
    nearest: async (query) => nearestInIndex(search, query),
    withTerms: async (words) => textInIndex(search, words),
    around: (slots, count, visit) => {
      for (const slot of slots) table.threads.around(slot, { count, where }, visit);
    },
    compare,
  };
}

/** State shared by all legs of a search in an index. */
interface IndexSearch extends SearchContext {
  readonly resident: ResidentIndex;
  readonly selected: SelectedOrdinals;
  readonly compare: SearchPart["compare"];
}

const PATH = "select path from scopes where id = ?";

function columnsOf({ connection }: SearchContext, resident: ResidentIndex): SlotColumns {
  const { range, table } = resident;
  const readPath = (scope: number): string => connection.values<string>(PATH, scope)[0] ?? "";
  return {
    idAt: (ordinal) => table.idAt(ordinal),
    rowAt: (ordinal) => table.rowAt(ordinal),
    pathAt: (ordinal) =>
      range.below ? resident.pathOf(table.scopeAt(ordinal), readPath) : range.path,
    traitsAt: (ordinal) => table.traitsAt(ordinal),
    speakerAt: (ordinal) => table.speakerAt(ordinal),
    threadAt: (ordinal) => table.threads.threadAt(ordinal),
  };
}

const CANDIDATES_PER_READ = 256;

/** Finds the nearest vectors of the selection: candidates by codes, then compared exactly. */
async function nearestInIndex(search: IndexSearch, query: VectorQuery): Promise<PartMatches> {
  const { similarities, resident, pause, compare } = search;
  const { table } = resident;
  const ordinals = await candidates(search, query);
  const scores = new Float64Array(ordinals.length);
  for (let start = 0; start < ordinals.length; start += CANDIDATES_PER_READ) {
    const pausing = pause();
    if (pausing) await pausing;
    const rows: number[] = [];
    const end = Math.min(start + CANDIDATES_PER_READ, ordinals.length);
    for (let at = start; at < end; at += 1) rows.push(table.rowAt(ordinals[at] ?? 0));
    const found = similarities(query, rows);
    for (let at = start; at < end; at += 1) scores[at] = found[at - start] ?? Number.NaN;
  }
  const best = new BestOrdinals(query.limit, compare);
  for (let at = 0; at < ordinals.length; at += 1) {
    const ordinal = ordinals[at] ?? 0;
    const score = scores[at] ?? 0;
    if (best.admits(ordinal, score)) best.add(ordinal, score);
  }
  const rate = (slots: Uint32Array): SlotScores => {
    const rated = new Float64Array(slots.length);
    const missing: number[] = [];
    // Both are ascending.
    let at = 0;
    for (let index = 0; index < slots.length; index += 1) {
      const slot = slots[index] ?? 0;
      while (at < ordinals.length && (ordinals[at] ?? 0) < slot) at += 1;
      if (ordinals[at] === slot) rated[index] = scores[at] ?? Number.NaN;
      else missing.push(index);
    }
    const rows = missing.map((index) => table.rowAt(slots[index] ?? 0));
    const found = similarities(query, rows);
    for (const [place, index] of missing.entries()) rated[index] = found[place] ?? Number.NaN;
    return { scores: rated };
  };
  return { slots: best.ordinals, scores: best.scores, rate };
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
  const ordinals = new Uint32Array(table.alive);
  let count = 0;
  for (let ordinal = 0; ordinal < table.size; ordinal += 1) {
    if (!table.isAlive(ordinal) || (allows && !allows(ordinal))) continue;
    ordinals[count] = ordinal;
    count += 1;
  }
  return ordinals.subarray(0, count);
}

async function textInIndex(search: IndexSearch, terms: readonly string[]): Promise<TextMatches> {
  const { resident, selected, compare, pause } = search;
  const lists = await listsOf(search, terms);
  return {
    documentFrequencies: lists.map(({ length }) => length),
    score: async (statistics, limit) => {
      const scores = new TermScores(resident.table, lists, textWeights(statistics));
      const best = new BestOrdinals(limit, compare);
      await scores.offerTo(best, { allows: selected.allows, pause });
      return { slots: best.ordinals, scores: best.scores, rate: (slots) => scores.rate(slots) };
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
