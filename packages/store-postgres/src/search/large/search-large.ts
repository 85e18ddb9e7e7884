import { compareText, type SearchHits, type SearchRequest } from "@kioku/core/toolkit";
import { sql } from "kysely";

import { sameTables, type VectorTable } from "../../index/vector-tables.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import { runQuery } from "../../sql/query.js";
import { selectionSql } from "../../sql/selection-sql.js";
import type { StoreContext } from "../../store-context.js";
import type { StoreSession } from "../../store-session.js";
import { keyOf, toHits } from "../found-record.js";
import type { FoundRecord, ThreadPosition } from "../found-record.js";
import { MAX_SMALL_RECORDS, type RangeSearch } from "../large-scopes.js";
import { sameSpaces, type SearchedSpace } from "../space-cache.js";
import { around, type LargePosition } from "./around.js";
import { byText, textKey, type TextMatches } from "./by-text.js";
import type { LargeRow, LargeSearch, LegMatches } from "./large-search.js";
import { nearest } from "./nearest.js";
import { readHead, type ScopeStatistics } from "./read-head.js";

/** Texts whose surroundings are read before it is known if they are selected. */
const SPARE = 2;
/** Size below which a scope counts as small again. */
const FEW_RECORDS = MAX_SMALL_RECORDS / 2;

/** Searches any number of records: each leg finds its best, then neighbours are read. */
export async function searchLarge(
  session: StoreSession,
  { ranges, request, signal }: RangeSearch,
): Promise<SearchHits> {
  const access = ranges.map(({ path }) => path);
  return session.read({ signal }, access, async (context) => {
    const found = await findMatches(session, context, { ranges, request });
    return complete(found, request);
  });
}

interface Matches {
  readonly search: LargeSearch;
  /** By leg. */
  readonly matches: readonly (LegMatches | TextMatches)[];
}

/** Reads the texts that were found and, at the same time, what is around. */
async function complete({ search, matches }: Matches, request: SearchRequest): Promise<SearchHits> {
  const { limit, around: count = 0, aroundBest = limit } = request;
  const known = uniqueRows(matches.flatMap((found) => ("best" in found ? found.best : [])));
  const unread = matches.flatMap((found) =>
    "best" in found ? [] : found.candidates.slice(0, aroundBest + SPARE),
  );
  const others = new Map(unread.map((text) => [textKey(text), text]));
  for (const row of known) others.delete(textKey(row));
  const texts = [...others.values()];
  const nearby = matches.flatMap((found) =>
    "best" in found ? found.best.slice(0, aroundBest) : [],
  );
  const spoken = known.filter((row) => unread.some(({ number }) => number === row.number));
  const [rows, windows] = await Promise.all([
    Promise.all(matches.map(async (found) => ("best" in found ? found.best : found.select(known)))),
    around(search, { rows: uniqueRows([...nearby, ...spoken]), texts }, count),
  ]);
  const centres = rows.flatMap((best) => (count > 0 ? best.slice(0, aroundBest) : []));
  const late = uniqueRows(centres).filter(
    (row) => row.thread !== null && !windows.has(keyOf(row.scope, row.id)),
  );
  const more = await around(search, { rows: late, texts: [] }, count);
  const positions = uniqueRows(centres).flatMap((row) => {
    const key = keyOf(row.scope, row.id);
    return windows.get(key) ?? more.get(key) ?? [];
  });
  return answer({ rows, matches }, positions);
}

/** Searches at once in cached spaces and tables, while they are read again. */
async function findMatches(
  { spaceCache, largeScopes }: StoreSession,
  context: StoreContext,
  wanted: RangeSearch,
): Promise<Matches> {
  const vectors = wanted.request.legs.filter((leg) => leg.type === "vector");
  const known = spaceCache.findAll(vectors);
  const own = largeScopes.tablesOf(wanted.ranges);
  const head = readHead(runQuery(context), wanted.ranges, vectors);
  const statistics = head.then((read) => read.statistics);
  const [{ spaces, records, tables }, matches] = await Promise.all([
    head,
    known && searchLegs(context, wanted, { spaces: known, tables: own, statistics }),
    // Rejections need a handler if no leg uses it.
    statistics,
  ]);
  if (records <= FEW_RECORDS && tables.length === 0) largeScopes.remove(wanted.ranges);
  else if (tables.length > 0 || own.length > 0) largeScopes.add(wanted.ranges, tables);
  if (known && matches && sameSpaces(known, spaces) && sameTables(own, tables)) return matches;
  spaceCache.add(spaces);
  return searchLegs(context, wanted, { spaces, tables, statistics });
}

interface Known {
  readonly spaces: readonly SearchedSpace[];
  readonly tables: readonly VectorTable[];
  readonly statistics: Promise<ScopeStatistics>;
}

async function searchLegs(
  context: StoreContext,
  { ranges, request }: RangeSearch,
  { spaces: known, tables, statistics }: Known,
): Promise<Matches> {
  const { legs, limit, selection } = request;
  const spaces = new Map<number, SearchedSpace>();
  for (const [position, leg] of legs.entries()) {
    const space = leg.type === "vector" && known.find(({ name }) => name === leg.space);
    if (space) spaces.set(position, space);
  }
  const search = { ...context, ranges, legs, spaces, tables, selected: selectionSql(selection) };
  const segmented = await segmentedScopes(search);
  // Texts first: they are scored here while the database looks for vectors.
  const order = [...legs.entries()].toSorted(([, a], [, b]) => compareText(a.type, b.type));
  const found = await Promise.all(
    order.map(async ([position, leg]) => {
      const { limit: most = limit } = leg;
      const matches = await (leg.type === "text"
        ? byText(search, { leg, limit: most, statistics, segmented })
        : nearest(search, leg, { position, limit: most }));
      return { position, matches };
    }),
  );
  const inPlace = found.toSorted((a, b) => a.position - b.position);
  return { search, matches: inPlace.map(({ matches }) => matches) };
}

/** Returns the searched scopes that may have a segment. */
async function segmentedScopes(search: LargeSearch): Promise<readonly string[]> {
  const { ranges, legs } = search;
  if (legs.every(({ type }) => type !== "text")) return [];
  const only = onlyScope(ranges);
  if (only !== undefined) return [only];
  const rows = await search.channel.rows<{ readonly scope: string }>(sql`
      select s.scope from ${search.names.segments} as s
      where ${inRanges(sql.ref("s.scope"), ranges)} and s.generation is not null`);
  return rows.map(({ scope }) => scope);
}

function uniqueRows(rows: readonly LargeRow[]): readonly LargeRow[] {
  return [...new Map(rows.map((row) => [keyOf(row.scope, row.id), row])).values()];
}

interface Answered extends Pick<Matches, "matches"> {
  /** The best of each leg. */
  readonly rows: readonly (readonly LargeRow[])[];
}

function answer({ rows, matches }: Answered, positions: readonly LargePosition[]): SearchHits {
  const text = matches.findIndex(({ statistics }) => statistics !== undefined);
  const { statistics, coverageOf } = matches[text] ?? {};
  const records = new Map<string, FoundRecord>();
  const recordOf = (row: LargeRow): FoundRecord => {
    const key = keyOf(row.scope, row.id);
    const known = records.get(key);
    if (known) return known;
    const { scope: path, id, speaker, traits, thread, happened_at: happenedAt } = row;
    const scores = matches.map(({ scoreOf }) => scoreOf(row));
    const coverage = scores[text] === undefined ? undefined : coverageOf?.(row);
    const record = { path, id, speaker, traits, thread, happenedAt, scores, coverage };
    records.set(key, record);
    return record;
  };
  const found = new Set(rows.flatMap((best) => best.map((row) => recordOf(row))));
  const placed = positions.map((position): ThreadPosition => ({
    ...position,
    of: recordOf(position.of),
  }));
  return toHits(found, placed, statistics);
}
