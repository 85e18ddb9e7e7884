import { rangesOf, requireWidth } from "@kioku/core/toolkit";
import type {
  SearchHits,
  SearchLeg,
  SearchRequest,
  TextLeg,
  TextStatistics,
  VectorLeg,
} from "@kioku/core/toolkit";

import type { ResidentIndex } from "../index/index-cache.js";
import type { ResidentIndexes } from "../index/resident-indexes.js";
import { similaritiesIn } from "../index/similarities.js";
import { findSpace, type SpaceRow } from "../read/find-records.js";
import { scopesInRange } from "../read/selected-scopes.js";
import type { ScopesTable } from "../schema/rows.js";
import type { StoreContext } from "../sql/store-context.js";
import { bestOfParts } from "./best-of-parts.js";
import { indexPart } from "./index-part.js";
import type {
  PartMatches,
  SearchContext,
  SearchPart,
  SlotScores,
  TextMatches,
} from "./search-part.js";
import { toSearchHits, type SlotHits } from "./slot-hits.js";
import { sqlPart } from "./sql-part.js";

/** Finds the best matches of each leg and their neighbours, with the scores of every leg. */
export async function searchRecords(
  context: StoreContext,
  indexes: ResidentIndexes,
  request: SearchRequest,
): Promise<SearchHits> {
  const used: ResidentIndex[] = [];
  try {
    const similarities = similaritiesIn(context.connection, indexes.vectors);
    return await searchWith({ ...context, indexes, similarities }, request, used);
  } finally {
    for (const resident of used) indexes.release(resident);
  }
}

/** Matches of one leg, by part. */
interface LegMatches {
  readonly matches: readonly PartMatches[];
  readonly limit: number;
  /** Of a text leg. */
  readonly statistics?: TextStatistics;
}

async function searchWith(
  context: SearchContext,
  request: SearchRequest,
  used: ResidentIndex[],
): Promise<SearchHits> {
  const spaces = spacesOf(context, request.legs);
  const parts = await searchParts(context, request, { spaces, used });
  const legs: LegMatches[] = [];
  for (const leg of request.legs) {
    const limit = leg.limit ?? request.limit;
    legs.push(
      leg.type === "text"
        ? await searchText(parts, leg, limit)
        : await searchVectors(parts, { leg, space: spaces.get(leg.space), limit }),
    );
  }
  const { hits, rows } = toSearchHits(takeTogether(parts, legs, request));
  context.indexes.vectors.noteHits(hits, rows);
  const statistics = legs.find((leg) => leg.statistics)?.statistics;
  return statistics ? Object.assign(hits, { statistics }) : hits;
}

/** Spaces of a search by name. */
type Spaces = ReadonlyMap<string, SpaceRow>;

function spacesOf({ connection }: SearchContext, legs: readonly SearchLeg[]): Spaces {
  const spaces = new Map<string, SpaceRow>();
  for (const leg of legs) {
    if (leg.type !== "vector" || spaces.has(leg.space)) continue;
    const space = findSpace(connection, leg.space);
    if (space) spaces.set(leg.space, space);
  }
  return spaces;
}

/** Takes the best of all legs and their neighbours together, and rates them in every leg. */
function takeTogether(
  parts: readonly SearchPart[],
  legs: readonly LegMatches[],
  { limit: most, around = 0, aroundBest = most }: SearchRequest,
): readonly SlotHits[] {
  const best = legs.map((leg) => bestOfParts(parts, leg.matches, leg.limit));
  const centres = legs.map((leg) =>
    bestOfParts(parts, leg.matches, Math.min(aroundBest, leg.limit)),
  );
  const text = legs.findIndex((leg) => leg.statistics);
  return parts.map((part, index): SlotHits => {
    const found: number[] = [];
    for (const ofLeg of best) found.push(...(ofLeg[index] ?? []));
    const previous = new Map<number, number>();
    if (around > 0) {
      const middle = new Set(centres.flatMap((ofLeg) => ofLeg[index] ?? []));
      part.around([...middle], around, (slot, before) => {
        if (previous.has(slot)) return;
        found.push(slot);
        previous.set(slot, before);
      });
    }
    const slots = distinct(found);
    const rated = legs.map(({ matches }) => matches[index]?.rate(slots) ?? noScores(slots));
    const scores = rated.map((ofLeg) => ofLeg.scores);
    return { part, slots, scores, text: rated[text], previous };
  });
}

/** Returns slots once each, ascending. */
function distinct(slots: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(slots).toSorted();
  let count = 0;
  for (let index = 0; index < sorted.length; index += 1) {
    if (index > 0 && sorted[index] === sorted[index - 1]) continue;
    sorted[count] = sorted[index] ?? 0;
    count += 1;
  }
  return sorted.subarray(0, count);
}

/** Divides the selected scopes into parts; `used` receives the acquired indexes. */
async function searchParts(
  context: SearchContext,
  { selection }: SearchRequest,
  { spaces: byName, used }: { readonly spaces: Spaces; readonly used: ResidentIndex[] },
): Promise<readonly SearchPart[]> {
  const parts: SearchPart[] = [];
  const others: ScopesTable[] = [];
  const spaces = [...byName.values()];
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
  { terms, weights, originals }: TextLeg,
  limit: number,
): Promise<LegMatches> {
  const found: TextMatches[] = [];
  // Like the terms of records, see packed-terms.ts.
  const wellFormed = terms.map((term) => term.toWellFormed());
  for (const part of parts) found.push(await part.withTerms(wellFormed));
  const statistics = {
    documents: parts.reduce((sum, part) => sum + part.documents, 0),
    totalTerms: parts.reduce((sum, part) => sum + part.terms, 0),
    documentFrequencies: terms.map((_, term) =>
      found.reduce((sum, { documentFrequencies }) => sum + (documentFrequencies[term] ?? 0), 0),
    ),
    weights,
    originals,
  };
  const matches: PartMatches[] = [];
  for (const one of found) matches.push(await one.score(statistics, limit));
  return { matches, limit, statistics };
}

interface VectorSearch {
  readonly leg: VectorLeg;
  /** Absent: nothing matches. */
  readonly space: SpaceRow | undefined;
  readonly limit: number;
}

async function searchVectors(
  parts: readonly SearchPart[],
  { leg, space, limit }: VectorSearch,
): Promise<LegMatches> {
  if (!space) return { matches: parts.map(() => NOTHING), limit };
  requireWidth({ id: leg.space, dimensions: space.dimensions }, leg.values.length);
  const matches: PartMatches[] = [];
  for (const part of parts) matches.push(await part.nearest({ space, values: leg.values, limit }));
  return { matches, limit };
}

const NOTHING: PartMatches = { slots: [], scores: [], rate: noScores };

function noScores({ length }: Uint32Array): SlotScores {
  return { scores: new Float64Array(length).fill(Number.NaN) };
}
