import { textWeights } from "@kioku/core/toolkit";
import type { TextLeg } from "@kioku/core/toolkit";
import { sql } from "kysely";
import type { RawBuilder } from "kysely";

import { askOn } from "../../ask.js";
import { numberArray } from "../../client/encode-array.js";
import { searchSegment } from "../../keyword/search-segment.js";
import type { ScoredText, SegmentScores } from "../../keyword/segment-search.js";
import { bestRows } from "./best-rows.js";
import { isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch, LegMatches } from "./large-search.js";
import type { ScopeStatistics } from "./read-head.js";
import { readTexts } from "./read-texts.js";

/** The first look takes a few more than asked for. */
const SPARE = 16;

/** What a text leg is searched with. */
export interface TextSearch {
  readonly leg: TextLeg;
  readonly limit: number;
  /** Of all searchable records of the areas. */
  readonly statistics: Promise<ScopeStatistics>;
  /** Scopes that have a segment, among others. */
  readonly segmented: readonly string[];
}

/**
 * The records that have any of the terms, by the segments of their scopes and, where these have
 * none, by reading their texts.
 */
export async function byText(
  search: LargeSearch,
  { leg: { terms }, limit, statistics, segmented }: TextSearch,
): Promise<LegMatches> {
  const [segments, texts, known] = await Promise.all([
    Promise.all(segmented.map((scope) => searchSegment(search, scope, terms))),
    readTexts(search, terms),
    statistics,
  ]);
  const sources = [texts, ...segments.filter((segment) => segment !== undefined)];
  const weights = textWeights({
    documents: known.documents,
    totalTerms: known.terms,
    documentFrequencies: terms.map((_, place) =>
      sources.reduce((sum, source) => sum + (source.documentFrequencies[place] ?? 0), 0),
    ),
  });
  const scores = sources.map((source) => source.score(weights));
  const scoreOf = ({ number }: LargeRow): number | undefined => {
    if (number === null) return undefined;
    for (const some of scores) {
      const score = some.scoreOf(number);
      if (score !== undefined) return score;
    }
    return undefined;
  };
  const found = await selectBest(search, scores, limit);
  return { best: bestRows(found, scoreOf, limit), scoreOf };
}

/**
 * The best that the selection has, and more. The best of all sources are looked at first; the rest
 * only if the selection has too few of these.
 */
async function selectBest(
  search: LargeSearch,
  sources: readonly SegmentScores[],
  limit: number,
): Promise<readonly LargeRow[]> {
  const wanted = limit + SPARE;
  const portions = sources.map((source) => firstOf(source.portions(wanted)));
  const best = portions.flat().toSorted((a, b) => b.score - a.score);
  const least = best[wanted - 1]?.score ?? 0;
  if (best.length === 0) return [];
  const found = await selectTexts(search, best, { least, limit });
  if (found.length >= limit || best.length < wanted) return found;
  return (await Promise.all(sources.map((source) => selectFrom(search, source, limit)))).flat();
}

function firstOf(portions: Iterable<readonly ScoredText[]>): readonly ScoredText[] {
  for (const portion of portions) return portion;
  return [];
}

/**
 * The best of one source that the selection has. Candidates are checked best first, in growing
 * portions, until enough of them have passed: the same as to filter all and then to limit.
 */
async function selectFrom(
  search: LargeSearch,
  scores: SegmentScores,
  limit: number,
): Promise<readonly LargeRow[]> {
  const found: LargeRow[] = [];
  for (const portion of scores.portions(limit + SPARE)) {
    const least = portion.at(-1)?.score ?? 0;
    found.push(...(await selectTexts(search, portion, { least, limit })));
    if (found.length >= limit) break;
  }
  return found;
}

/**
 * What is asked of some texts: those of at least this score, and how many at most of those that
 * have just this one.
 */
interface Wanted {
  readonly least: number;
  readonly limit: number;
}

/**
 * Of equals, who may be many, the first by id are enough: the database finds out which they are
 * before it looks at anything else of them.
 */
async function selectTexts(
  search: LargeSearch,
  texts: readonly ScoredText[],
  { least, limit }: Wanted,
): Promise<readonly LargeRow[]> {
  const better = texts.filter(({ score }) => score > least);
  const equal = texts.filter(({ score }) => score === least);
  return askOn(search)<LargeRow>(() =>
    equal.length > limit
      ? sql`
      select ${largeColumns(search)} from (
        (${ofNumbers(search, better)}) union all
        (${ofNumbers(search, equal)} order by r.id, r.scope limit ${limit})) as r`
      : sql`
      select ${largeColumns(search)} from (${ofNumbers(search, [...better, ...equal])}) as r`,
  );
}

function ofNumbers(search: LargeSearch, texts: readonly ScoredText[]): RawBuilder<unknown> {
  const numbers = numberArray(texts.map(({ number }) => number));
  return sql`
    select ${LARGE_NEEDS} from ${search.names.records} as r
    where r.number = any(${numbers}::bigint[]) and ${isSelected(search)}`;
}
