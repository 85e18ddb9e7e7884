import type { CallOptions } from "@kioku/core";
import { compareText } from "@kioku/core/toolkit";
import type { SearchHit, SearchRequest, ScopeRange } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { askOn } from "../../ask.js";
import { inAreas } from "../../sql/area-sql.js";
import { selectionSql } from "../../sql/selection-sql.js";
import type { StoreContext } from "../../store-context.js";
import type { StoreSession } from "../../store-session.js";
import { keyOf } from "../found-record.js";
import type { FoundRecord, ThreadPlace } from "../found-record.js";
import { sameSpaces } from "../known-spaces.js";
import { MOST_RECORDS } from "../most-records.js";
import type { SearchedSpace } from "../searched-spaces.js";
import { toHits } from "../to-hits.js";
import { around } from "./around.js";
import type { LargePlace } from "./around.js";
import { byText } from "./by-text.js";
import type { LargeRow, LargeSearch, LegMatches } from "./large-search.js";
import { nearest } from "./nearest.js";
import { readHead } from "./read-head.js";
import type { ScopeStatistics } from "./read-head.js";

/** What has become so small is searched as if it had never been large. */
const FEW_RECORDS = MOST_RECORDS / 2;

/** What is searched. */
export interface ManySearch extends CallOptions {
  readonly areas: readonly ScopeRange[];
  readonly request: SearchRequest;
}

/**
 * Searches any number of records: each leg finds its best by itself, and what is around them is
 * read afterwards.
 */
export async function searchLarge(
  session: StoreSession,
  { areas, request, signal }: ManySearch,
): Promise<readonly SearchHit[]> {
  const access = areas.map(({ path }) => path);
  return session.read({ signal }, access, async (context) => {
    const { limit, aroundBest = limit } = request;
    const { search, matches } = await findMatches(session, context, { areas, request });
    const count = request.around ?? 0;
    const centres = matches.flatMap(({ best }) => (count > 0 ? best.slice(0, aroundBest) : []));
    return answer(matches, await around(search, threaded(centres), count));
  });
}

/** What all legs found. */
interface Matches {
  readonly search: LargeSearch;
  readonly matches: readonly LegMatches[];
}

/** Asks the legs at once where their spaces are known, while these are read again. */
async function findMatches(
  { knownSpaces, largeAreas }: StoreSession,
  context: StoreContext,
  wanted: ManySearch,
): Promise<Matches> {
  const vectors = wanted.request.legs.filter((leg) => leg.type === "vector");
  const known = knownSpaces.of(vectors);
  const head = readHead(askOn(context), wanted.areas, vectors);
  const statistics = head.then((read) => read.statistics);
  const [{ spaces, records }, matches] = await Promise.all([
    head,
    known && askLegs(context, wanted, { spaces: known, statistics }),
    // Where no leg asks for it.
    statistics,
  ]);
  if (records <= FEW_RECORDS) largeAreas.remove(wanted.areas);
  if (known && matches && sameSpaces(known, spaces)) return matches;
  knownSpaces.add(spaces);
  return askLegs(context, wanted, { spaces, statistics });
}

/** What legs are asked with. */
interface Known {
  readonly spaces: readonly SearchedSpace[];
  readonly statistics: Promise<ScopeStatistics>;
}

async function askLegs(
  context: StoreContext,
  { areas, request }: ManySearch,
  { spaces: known, statistics }: Known,
): Promise<Matches> {
  const { legs, limit, selection } = request;
  const spaces = new Map<number, SearchedSpace>();
  for (const [place, leg] of legs.entries()) {
    const space = leg.type === "vector" && known.find(({ name }) => name === leg.space);
    if (space) spaces.set(place, space);
  }
  const search = { ...context, areas, legs, spaces, selected: selectionSql(selection) };
  const segmented = await segmentedScopes(search);
  // Texts are asked for first: they are scored here while the database is looking for vectors.
  const order = [...legs.entries()].toSorted(([, a], [, b]) => compareText(a.type, b.type));
  const found = await Promise.all(
    order.map(async ([place, leg]) => {
      const { limit: most = limit } = leg;
      const matches = await (leg.type === "text"
        ? byText(search, { leg, limit: most, statistics, segmented })
        : nearest(search, leg, { place, limit: most }));
      return { place, matches };
    }),
  );
  const inPlace = found.toSorted((a, b) => a.place - b.place);
  return { search, matches: inPlace.map(({ matches }) => matches) };
}

/**
 * Those of the scopes searched by text that may have a segment: one alone is asked for it anyway.
 */
async function segmentedScopes(search: LargeSearch): Promise<readonly string[]> {
  const { areas, legs } = search;
  if (legs.every(({ type }) => type !== "text")) return [];
  const [only, ...others] = areas;
  if (only && !only.below && others.length === 0) return [only.path];
  const rows = await askOn(search)<{ readonly scope: string }>(
    ({ names }) => sql`
      select s.scope from ${names.segments} as s
      where ${inAreas(sql.ref("s.scope"), areas)} and s.generation is not null`,
  );
  return rows.map(({ scope }) => scope);
}

/** Each once, whichever legs have found it. */
function threaded(rows: readonly LargeRow[]): readonly LargeRow[] {
  const byKey = new Map<string, LargeRow>();
  for (const row of rows) if (row.thread !== null) byKey.set(keyOf(row.scope, row.id), row);
  return [...byKey.values()];
}

function answer(
  matches: readonly LegMatches[],
  places: readonly LargePlace[],
): readonly SearchHit[] {
  const records = new Map<string, FoundRecord>();
  const recordOf = (row: LargeRow): FoundRecord => {
    const key = keyOf(row.scope, row.id);
    const known = records.get(key);
    if (known) return known;
    const { scope: path, id, scripts, thread, happened_at: happenedAt } = row;
    const scores = matches.map(({ scoreOf }) => scoreOf(row));
    const record = { path, id, scripts, thread, happenedAt, scores };
    records.set(key, record);
    return record;
  };
  const found = new Set(matches.flatMap(({ best }) => best.map((row) => recordOf(row))));
  const placed = places.map((place): ThreadPlace => ({ ...place, of: recordOf(place.of) }));
  return toHits(found, placed);
}
