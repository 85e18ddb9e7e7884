import { pathToScope, rangesOf, requireWidth } from "@kioku/core/toolkit";
import type {
  SearchHit,
  SearchHits,
  SearchLeg,
  SearchRequest,
  TextLeg,
  VectorLeg,
} from "@kioku/core/toolkit";

import type { ResidentIndex } from "../index/index-cache.js";
import type { ResidentIndexes } from "../index/resident-indexes.js";
import { similaritiesIn } from "../index/similarities.js";
import type { TermScores } from "../index/term-scores.js";
import { findSpace, type SpaceRow } from "../read/find-records.js";
import { scopesInRange } from "../read/selected-scopes.js";
import { compareFound, compareRows, type ScopesTable } from "../schema/rows.js";
import type { StoreContext } from "../sql/store-context.js";
import { indexPart } from "./index-part.js";
import type {
  FoundRecord,
  LegMatches,
  SearchContext,
  SearchPart,
  SelectedRow,
  TextMatches,
  ThreadPosition,
  VectorQuery,
} from "./search-part.js";
import { sqlPart } from "./sql-part.js";

/** Finds the best matches of each leg and their neighbours, with the scores of every leg. */
export async function searchRecords(
  context: StoreContext,
  indexes: ResidentIndexes,
  request: SearchRequest,
): Promise<SearchHits> {
  const used: ResidentIndex[] = [];
  const borrowed: TermScores[] = [];
  const scores = (): TermScores => {
    const some = indexes.borrowScores();
    borrowed.push(some);
    return some;
  };
  try {
    const similarities = similaritiesIn(context.connection, indexes.vectors);
    return await searchWith({ ...context, indexes, scores, similarities }, request, used);
  } finally {
    for (const resident of used) indexes.release(resident);
    for (const some of borrowed) indexes.returnScores(some);
  }
}

async function searchWith(
  context: SearchContext,
  request: SearchRequest,
  used: ResidentIndex[],
): Promise<SearchHits> {
  const parts = await searchParts(context, request, used);
  const matches: LegMatches[] = [];
  for (const leg of request.legs) {
    matches.push(await searchLeg(context, parts, { leg, limit: leg.limit ?? request.limit }));
  }
  const hits = new Map<number, SelectedRow>();
  for (const { best } of matches) for (const found of best) hits.set(found.row, found);
  const positions = positionsAround(parts, matches, request);
  for (const [row, { of }] of positions) hits.set(row, of);
  return toHits([...hits.values()], matches, positions);
}

function searchLeg(
  context: SearchContext,
  parts: readonly SearchPart[],
  { leg, limit }: { readonly leg: SearchLeg; readonly limit: number },
): Promise<LegMatches> {
  return leg.type === "vector"
    ? searchVectors(context, parts, { leg, limit })
    : searchText(parts, { leg, limit });
}

function positionsAround(
  parts: readonly SearchPart[],
  matches: readonly LegMatches[],
  { limit, around = 0, aroundBest = limit }: SearchRequest,
): ReadonlyMap<number, ThreadPosition> {
  if (around === 0) return new Map();
  const centres = new Map<number, SelectedRow>();
  for (const { best } of matches) {
    for (const found of best.slice(0, aroundBest)) {
      if (found.hasThread) centres.set(found.row, found);
    }
  }
  if (centres.size === 0) return new Map();
  const positions = parts.flatMap((part) => part.around([...centres.values()], around));
  return new Map(positions.map((position) => [position.of.row, position]));
}

function toHits(
  hits: readonly SelectedRow[],
  matches: readonly LegMatches[],
  positions: ReadonlyMap<number, ThreadPosition>,
): SearchHits {
  const rows = hits.map(({ row }) => row);
  const scores = matches.map(({ scoresOf }) => scoresOf(rows));
  const scopes = new Map(
    [...new Set(hits.map(({ path }) => path))].map((path) => [path, pathToScope(path)]),
  );
  const text = matches.findIndex(({ statistics }) => statistics !== undefined);
  const { statistics, coverageOf } = matches[text] ?? {};
  const coverage = coverageOf?.([...(scores[text]?.keys() ?? [])]);
  const answer = hits
    .map((found) => ({ found, scores: scores.map((ofLeg) => ofLeg.get(found.row)) }))
    .toSorted((a, b) => compareScores(a.scores[0], b.scores[0]) || compareRows(a.found, b.found))
    .map(({ found, scores: ofHit }): SearchHit => {
      const { thread, previous } = positions.get(found.row) ?? {};
      const { id, path, traits, speaker } = found;
      const hit = { scope: scopes.get(path) ?? [], id, scores: ofHit };
      const share = coverage?.get(found.row);
      return {
        ...hit,
        ...(traits === null ? undefined : { traits }),
        ...(speaker === null ? undefined : { speaker }),
        ...(share === undefined ? undefined : { coverage: share }),
        ...(thread === undefined ? undefined : { thread }),
        ...(previous === undefined ? undefined : { previous }),
      };
    });
  return statistics ? Object.assign(answer, { statistics }) : answer;
}

/** Orders best first, missing scores last. */
function compareScores(a: number | undefined, b: number | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return b - a;
}

/** Divides the selected scopes into parts; `used` receives the acquired indexes. */
async function searchParts(
  context: SearchContext,
  { legs, selection }: SearchRequest,
  used: ResidentIndex[],
): Promise<readonly SearchPart[]> {
  const parts: SearchPart[] = [];
  const others: ScopesTable[] = [];
  const spaces = legs
    .map((leg) => (leg.type === "vector" ? findSpace(context.connection, leg.space) : undefined))
    .filter((space): space is SpaceRow => space !== undefined);
  for (const range of rangesOf(selection)) {
    const resident = await context.indexes.acquire(context, range, spaces);
    if (resident) {
      used.push(resident);
      parts.push(await indexPart(context, resident, selection));
      continue;
    }
    const scopes = scopesInRange(context.connection, range);
    const records = scopes.reduce((sum, scope) => sum + scope.records, 0);
    if (records > 0) context.indexes.request({ range, spaces, records });
    others.push(...scopes);
  }
  if (others.length > 0) parts.push(sqlPart(context, others, selection));
  return parts;
}

/** Finds records by terms, scored by the statistics of all parts. */
async function searchText(
  parts: readonly SearchPart[],
  { leg, limit }: { readonly leg: TextLeg; readonly limit: number },
): Promise<LegMatches> {
  const { terms, weights, originals } = leg;
  const found: TextMatches[] = [];
  for (const part of parts) found.push(await part.withTerms(terms));
  const statistics = {
    documents: parts.reduce((sum, part) => sum + part.documents, 0),
    totalTerms: parts.reduce((sum, part) => sum + part.terms, 0),
    documentFrequencies: terms.map((_, term) =>
      found.reduce((sum, { documentFrequencies }) => sum + (documentFrequencies[term] ?? 0), 0),
    ),
    weights,
    originals,
  };
  const matches: LegMatches[] = [];
  for (const one of found) matches.push(await one.score(statistics, limit));
  const [only] = matches;
  if (only && matches.length === 1) return { ...only, statistics };
  const best = matches.flatMap((one) => one.best).toSorted(compareFound);
  return {
    best: best.slice(0, limit),
    scoresOf: (rows) => new Map(matches.flatMap(({ scoresOf }) => [...scoresOf(rows)])),
    statistics,
    coverageOf: (rows) =>
      new Map(matches.flatMap(({ coverageOf }) => [...(coverageOf?.(rows) ?? [])])),
  };
}

const NOTHING: LegMatches = { best: [], scoresOf: () => new Map() };

async function searchVectors(
  { connection, similarities }: SearchContext,
  parts: readonly SearchPart[],
  { leg, limit }: { readonly leg: VectorLeg; readonly limit: number },
): Promise<LegMatches> {
  const space = findSpace(connection, leg.space);
  if (!space) return NOTHING;
  requireWidth({ id: leg.space, dimensions: space.dimensions }, leg.values.length);
  const query: VectorQuery = { space, values: leg.values, limit };
  const found: FoundRecord[] = [];
  for (const part of parts) found.push(...(await part.nearest(query)));
  const best = parts.length > 1 ? found.toSorted(compareFound).slice(0, limit) : found;
  return {
    best,
    scoresOf: (rows) => {
      const known = new Map(best.map(({ row, score }) => [row, score]));
      const unknown = rows.filter((row) => !known.has(row));
      for (const [index, score] of similarities(query, unknown).entries()) {
        if (score !== undefined) known.set(unknown[index] ?? -1, score);
      }
      return known;
    },
  };
}
