import { compareText } from "../../model/compare-text.js";
import { scopeToPath } from "../../model/scope-path.js";
import { textScorer } from "../../rank/text-scorer.js";
import type { SearchHit, SearchRequest } from "../search.js";
import type { Selection } from "../selection.js";
import { isInScopes, matchesSelection } from "./matches-selection.js";
import { checkWidth } from "./register-space.js";
import type { StoredSearch, Tables } from "./tables.js";

/** The best matches of one leg: every record of the selection is scored, and the best are kept. */
export function searchRecords(tables: Tables, request: SearchRequest): readonly SearchHit[] {
  const { leg, selection, limit } = request;
  const score =
    leg.type === "vector"
      ? vectorScore(tables, leg.space, leg.values)
      : textScore(tables, leg.terms, selection);
  const hits: SearchHit[] = [];
  for (const { record, search } of tables.records.values()) {
    if (search === undefined || !matchesSelection(record, selection)) continue;
    const value = score(search);
    if (value !== undefined) hits.push({ scope: [...record.scope], id: record.id, score: value });
  }
  return hits.toSorted(compareHits).slice(0, limit);
}

/** The score of one searchable record; `undefined` if it does not match. */
type Score = (search: StoredSearch) => number | undefined;

function vectorScore(tables: Tables, spaceId: string, values: Float32Array): Score {
  const space = tables.spaces.get(spaceId);
  if (space) checkWidth(space, values.length);
  return ({ vectors }) => {
    const vector = vectors.get(spaceId);
    return vector && dot(vector, values);
  };
}

/** Vectors have length 1, so that this is the cosine; added up in double precision. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

/** Statistics are those of the scopes searched: their other records count, other scopes do not. */
function textScore(tables: Tables, terms: readonly string[], selection: Selection): Score {
  const searched = [...searchableIn(tables, selection)];
  const scorer = textScorer({
    documents: searched.length,
    totalTerms: searched.reduce((sum, search) => sum + search.termCount, 0),
    documentFrequencies: terms.map(
      (term) => searched.filter((search) => search.frequencies.has(term)).length,
    ),
  });
  return ({ frequencies, termCount }) => {
    const counts = terms.map((term) => frequencies.get(term) ?? 0);
    return counts.some((count) => count > 0) ? scorer(counts, termCount) : undefined;
  };
}

function* searchableIn(tables: Tables, selection: Selection): Iterable<StoredSearch> {
  for (const { record, search } of tables.records.values()) {
    if (search && isInScopes(record.scope, selection)) yield search;
  }
}

function compareHits(a: SearchHit, b: SearchHit): number {
  return (
    b.score - a.score ||
    compareText(a.id, b.id) ||
    compareText(scopeToPath(a.scope), scopeToPath(b.scope))
  );
}
