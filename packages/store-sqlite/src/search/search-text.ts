import { textScorer } from "@kioku/core";

import { readPostings } from "../keyword/read-postings.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import type { LegMatches } from "./found-record.js";
import { documentFrequencies, scorePostings } from "./score-postings.js";
import type { Scored } from "./score-postings.js";
import type { SearchedScopes } from "./searched-scopes.js";
import { selectHits } from "./select-hits.js";

const TERM_COUNT = "select term_count from records where row = ?";

/** Finds records by terms: postings from the index, statistics from the scopes, scores from core. */
export function searchText(
  context: StoreContext,
  terms: readonly string[],
  { scopes, rows, limit }: SearchedScopes & { readonly limit: number },
): LegMatches {
  const searchable = scopes.filter(({ documents }) => documents > 0);
  const postings = readPostings(context, terms, searchable);
  const scorer = textScorer({
    documents: searchable.reduce((sum, scope) => sum + scope.documents, 0),
    totalTerms: searchable.reduce((sum, scope) => sum + scope.terms, 0),
    documentFrequencies: documentFrequencies(postings, terms.length),
  });
  const scored: Scored = { rows: [], scores: [] };
  const longTermCount = (row: number): number => readTermCount(context.connection, row);
  for (const lists of postings) scorePostings(lists, scorer, { into: scored, longTermCount });
  return {
    best: selectHits(scored, limit, rows),
    scoresOf: (wanted) => pickScores(scored, new Set(wanted)),
  };
}

function pickScores({ rows, scores }: Scored, wanted: ReadonlySet<number>): Map<number, number> {
  const picked = new Map<number, number>();
  for (const [index, row] of rows.entries()) {
    if (wanted.has(row)) picked.set(row, scores[index] ?? 0);
  }
  return picked;
}

function readTermCount(connection: Connection, row: number): number {
  return connection.values<number>(TERM_COUNT, row)[0] ?? 0;
}
