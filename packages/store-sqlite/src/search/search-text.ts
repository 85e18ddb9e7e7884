import { textScorer } from "@kioku/core";
import type { SearchHit, SearchRequest } from "@kioku/core";

import { readPostings } from "../keyword/read-postings.js";
import { selectedScopes } from "../read/selected-scopes.js";
import type { Connection } from "../sql/connection.js";
import type { StoreContext } from "../store-context.js";
import { foundToHit } from "./found-record.js";
import { documentFrequencies, scorePostings } from "./score-postings.js";
import { selectHits } from "./select-hits.js";

const TERM_COUNT = "select term_count from records where row = ?";

/** Finds records by terms: postings from the index, statistics from the scopes, scores from core. */
export function searchText(
  context: StoreContext,
  terms: readonly string[],
  { selection, limit }: Omit<SearchRequest, "leg">,
): readonly SearchHit[] {
  const { connection } = context;
  const scopes = selectedScopes(connection, selection).filter(({ documents }) => documents > 0);
  const postings = readPostings(
    connection,
    terms,
    scopes.map(({ id }) => id),
  );
  const scorer = textScorer({
    documents: scopes.reduce((sum, scope) => sum + scope.documents, 0),
    totalTerms: scopes.reduce((sum, scope) => sum + scope.terms, 0),
    documentFrequencies: documentFrequencies(postings, terms.length),
  });
  const scored = { rows: [] as number[], scores: [] as number[] };
  const longTermCount = (row: number): number => readTermCount(connection, row);
  for (const lists of postings) scorePostings(lists, scorer, { into: scored, longTermCount });
  return selectHits(context, scored, { selection, limit, scopes }).map((found) =>
    foundToHit(found),
  );
}

function readTermCount(connection: Connection, row: number): number {
  return connection.values<number>(TERM_COUNT, row)[0] ?? 0;
}
