import { pathToScope } from "@kioku/core";
import type { SearchHit, SearchRequest } from "@kioku/core";

import type { StoreContext } from "../store-context.js";
import { compareRows } from "./found-record.js";
import type { SelectedRow, ThreadPlace } from "./row-selection.js";
import { searchText } from "./search-text.js";
import { searchVectors } from "./search-vectors.js";
import { searchedScopes } from "./searched-scopes.js";

/** The best matches of each leg and what is around them, with what every leg says of them. */
export function searchRecords(
  context: StoreContext,
  { legs, selection, limit, around = 0, aroundBest = limit }: SearchRequest,
): readonly SearchHit[] {
  const searched = searchedScopes(context, selection);
  const matches = legs.map((leg) => {
    const bounded = { ...searched, limit: leg.limit ?? limit };
    return leg.type === "vector"
      ? searchVectors(context, leg, bounded)
      : searchText(context, leg.terms, bounded);
  });
  const hits = new Map<number, SelectedRow>();
  for (const { best } of matches) for (const found of best) hits.set(found.row, found);
  const places = new Map<number, ThreadPlace>();
  if (around > 0) {
    const centres = new Map<number, SelectedRow>();
    for (const { best } of matches) {
      for (const found of best.slice(0, aroundBest)) centres.set(found.row, found);
    }
    for (const place of searched.rows.around([...centres.values()], around)) {
      places.set(place.of.row, place);
      hits.set(place.of.row, place.of);
    }
  }
  const rows = [...hits.keys()];
  const scores = matches.map(({ scoresOf }) => scoresOf(rows));
  const scopes = new Map(searched.scopes.map(({ path }) => [path, pathToScope(path)]));
  return [...hits.values()]
    .map((found) => ({ found, scores: scores.map((ofLeg) => ofLeg.get(found.row)) }))
    .toSorted((a, b) => compareScores(a.scores[0], b.scores[0]) || compareRows(a.found, b.found))
    .map(({ found, scores: ofHit }) => {
      const { thread, previous } = places.get(found.row) ?? {};
      const scope = scopes.get(found.path) ?? [];
      const { id, scripts } = found;
      const hit = { scope, id, scores: ofHit, ...(scripts === null ? undefined : { scripts }) };
      if (thread === undefined) return hit;
      return previous === undefined ? { ...hit, thread } : { ...hit, thread, previous };
    });
}

/** Best first, those without a score last. */
function compareScores(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return b - a;
}
