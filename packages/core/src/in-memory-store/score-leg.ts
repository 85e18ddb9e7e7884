import type { SearchLeg, TextLeg, VectorLeg } from "../contracts/search.js";
import type { Selection } from "../contracts/selection.js";
import { requireWidth } from "../contracts/store-helpers/require-width.js";
import { dotProduct } from "../internal/unit-vector.js";
import { textScorer } from "../ranking/text-scorer.js";
import { isInScopes } from "./matches-selection.js";
import type { StoredSearch, Tables } from "./tables.js";

/** What one leg says of a searchable record; `undefined` if it does not match. */
export type LegScore = (search: StoredSearch) => number | undefined;

/**
 * How a leg scores records in the scopes of a selection.
 * @throws `vector-space-mismatch` if its vector is not as wide as its space.
 */
export function scoreLeg(tables: Tables, leg: SearchLeg, selection: Selection): LegScore {
  return leg.type === "vector" ? vectorScore(tables, leg) : textScore(tables, leg, selection);
}

function vectorScore(tables: Tables, leg: VectorLeg): LegScore {
  const space = tables.spaces.get(leg.space);
  if (space) requireWidth(space, leg.values.length);
  return ({ vectors }) => {
    const vector = vectors.get(leg.space);
    return vector && dotProduct(vector, leg.values);
  };
}

/** Statistics are those of the scopes searched: their other records count, other scopes do not. */
function textScore(tables: Tables, { terms }: TextLeg, selection: Selection): LegScore {
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
