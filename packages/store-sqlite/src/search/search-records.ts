import { pathToScope } from "@kioku/core/toolkit";
import type { SearchHit, SearchLeg, SearchRequest } from "@kioku/core/toolkit";

import type { AreaMirror } from "../mirror/area-mirror.js";
import type { Mirrors } from "../mirror/mirrors.js";
import type { TermScores } from "../mirror/term-scores.js";
import type { StoreContext } from "../store-context.js";
import { compareRows } from "./found-record.js";
import type { LegMatches, SelectedRow, ThreadPlace } from "./found-record.js";
import type { SearchContext } from "./search-context.js";
import type { SearchPart } from "./search-part.js";
import { searchParts } from "./search-parts.js";
import { searchText } from "./search-text.js";
import { searchVectors } from "./search-vectors.js";
import { Similarities } from "./similarities.js";

/** The best matches of each leg and what is around them, with what every leg says of them. */
export async function searchRecords(
  context: StoreContext,
  mirrors: Mirrors,
  request: SearchRequest,
): Promise<readonly SearchHit[]> {
  const used: AreaMirror[] = [];
  const borrowed: TermScores[] = [];
  const scores = (): TermScores => {
    const some = mirrors.borrowScores();
    borrowed.push(some);
    return some;
  };
  try {
    const similarities = Similarities.begin(context.connection, mirrors.vectors);
    return await searchWith({ ...context, mirrors, scores, similarities }, request, used);
  } finally {
    for (const mirror of used) mirrors.leave(mirror);
    for (const some of borrowed) mirrors.returnScores(some);
  }
}

async function searchWith(
  context: SearchContext,
  request: SearchRequest,
  used: AreaMirror[],
): Promise<readonly SearchHit[]> {
  const parts = await searchParts(context, request, used);
  const matches: LegMatches[] = [];
  for (const leg of request.legs) {
    matches.push(await searchLeg(context, parts, { leg, limit: leg.limit ?? request.limit }));
  }
  const hits = new Map<number, SelectedRow>();
  for (const { best } of matches) for (const found of best) hits.set(found.row, found);
  const places = placesAround(parts, matches, request);
  for (const [row, { of }] of places) hits.set(row, of);
  return toHits([...hits.values()], matches, places);
}

function searchLeg(
  context: SearchContext,
  parts: readonly SearchPart[],
  { leg, limit }: { readonly leg: SearchLeg; readonly limit: number },
): Promise<LegMatches> {
  return leg.type === "vector"
    ? searchVectors(context, parts, { leg, limit })
    : searchText(parts, { terms: leg.terms, limit });
}

function placesAround(
  parts: readonly SearchPart[],
  matches: readonly LegMatches[],
  { limit, around = 0, aroundBest = limit }: SearchRequest,
): ReadonlyMap<number, ThreadPlace> {
  if (around === 0) return new Map();
  const centres = new Map<number, SelectedRow>();
  for (const { best } of matches) {
    for (const found of best.slice(0, aroundBest)) {
      if (found.hasThread) centres.set(found.row, found);
    }
  }
  if (centres.size === 0) return new Map();
  const places = parts.flatMap((part) => part.around([...centres.values()], around));
  return new Map(places.map((place) => [place.of.row, place]));
}

function toHits(
  hits: readonly SelectedRow[],
  matches: readonly LegMatches[],
  places: ReadonlyMap<number, ThreadPlace>,
): readonly SearchHit[] {
  const rows = hits.map(({ row }) => row);
  const scores = matches.map(({ scoresOf }) => scoresOf(rows));
  const scopes = new Map(
    [...new Set(hits.map(({ path }) => path))].map((path) => [path, pathToScope(path)]),
  );
  return hits
    .map((found) => ({ found, scores: scores.map((ofLeg) => ofLeg.get(found.row)) }))
    .toSorted((a, b) => compareScores(a.scores[0], b.scores[0]) || compareRows(a.found, b.found))
    .map(({ found, scores: ofHit }): SearchHit => {
      const { thread, previous } = places.get(found.row) ?? {};
      const { id, path, scripts } = found;
      const hit = { scope: scopes.get(path) ?? [], id, scores: ofHit };
      return {
        ...hit,
        ...(scripts === null ? undefined : { scripts }),
        ...(thread === undefined ? undefined : { thread }),
        ...(previous === undefined ? undefined : { previous }),
      };
    });
}

/** Best first, those without a score last. */
function compareScores(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return b - a;
}
