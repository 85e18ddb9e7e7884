import { termCoverage, textWeights, type TextLeg, type TextWeights } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { isBeyond, isUncovered } from "../../index/segment/coverage.js";
import { numberArray } from "../../sql/encode.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import { searchSegment } from "../search-segment.js";
import { anyTextSql, hasAnyTerm } from "../search-sql.js";
import { ordinalScores } from "../segment-scores.js";
import type { ScoredText, SegmentScores, SegmentSearch } from "../segment-scores.js";
import { countTerms, documentFrequencies, type TermCounts } from "../text-scores.js";
import { bestRows, isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
import type { LargeRow, LargeSearch, LegMatches } from "./large-search.js";
import type { ScopeStatistics } from "./read-head.js";

const SPARE = 16;

interface TextSearch {
  readonly leg: TextLeg;
  readonly limit: number;
  /** Statistics of all searchable records. */
  readonly statistics: Promise<ScopeStatistics>;
  /** Scopes that may have a segment. */
  readonly segmented: readonly string[];
}

/** Finds records with any of the terms, by segments or, where there are none, by reading texts. */
export async function byText(
  search: LargeSearch,
  { leg: { terms, weights: factors, originals }, limit, statistics: read, segmented }: TextSearch,
): Promise<LegMatches> {
  const [segments, texts, known] = await Promise.all([
    Promise.all(segmented.map((scope) => searchSegment(search, scope, terms))),
    readTexts(search, terms),
    read,
  ]);
  const sources = [texts, ...segments.filter((segment) => segment !== undefined)];
  const statistics = {
    documents: known.documents,
    totalTerms: known.terms,
    documentFrequencies: terms.map((_, position) =>
      sources.reduce((sum, source) => sum + (source.documentFrequencies[position] ?? 0), 0),
    ),
    weights: factors,
    originals,
  };
  const weights = textWeights(statistics);
  const scores = sources.map((source) => source.score(weights));
  const scoreOf = ({ number }: LargeRow): number | undefined => {
    if (number === null) return undefined;
    for (const some of scores) {
      const score = some.scoreOf(number);
      if (score !== undefined) return score;
    }
    return undefined;
  };
  const coverageOf = ({ number }: LargeRow): number => {
    const own = number === null ? undefined : scores.find((some) => some.scoreOf(number));
    return termCoverage(weights, (term) => Number(own?.has(number ?? 0, term)));
  };
  const found = await selectBest(search, scores, limit);
  return { best: bestRows(found, scoreOf, limit), scoreOf, statistics, coverageOf };
}

/** Selects from the best of all sources, and from the rest only if too few are selected. */
async function selectBest(
  search: LargeSearch,
  sources: readonly SegmentScores[],
  limit: number,
): Promise<readonly LargeRow[]> {
  const wanted = limit + SPARE;
  const chunks = sources.map((source) => firstOf(source.chunks(wanted)));
  const best = chunks.flat().toSorted((a, b) => b.score - a.score);
  const least = best[wanted - 1]?.score ?? 0;
  if (best.length === 0) return [];
  const found = await selectTexts(search, best, { least, limit });
  if (found.length >= limit || best.length < wanted) return found;
  return (await Promise.all(sources.map((source) => selectFrom(search, source, limit)))).flat();
}

function firstOf(chunks: Iterable<readonly ScoredText[]>): readonly ScoredText[] {
  for (const chunk of chunks) return chunk;
  return [];
}

/** Selects the best of one source, in growing chunks, until enough are found. */
async function selectFrom(
  search: LargeSearch,
  scores: SegmentScores,
  limit: number,
): Promise<readonly LargeRow[]> {
  const found: LargeRow[] = [];
  for (const chunk of scores.chunks(limit + SPARE)) {
    const least = chunk.at(-1)?.score ?? 0;
    found.push(...(await selectTexts(search, chunk, { least, limit })));
    if (found.length >= limit) break;
  }
  return found;
}

/** Texts with at least this score, with a limit for those that have just this one. */
interface Wanted {
  readonly least: number;
  readonly limit: number;
}

/** Of equal scores, of which there may be many, only the first by id are read. */
async function selectTexts(
  search: LargeSearch,
  texts: readonly ScoredText[],
  { least, limit }: Wanted,
): Promise<readonly LargeRow[]> {
  const better = texts.filter(({ score }) => score > least);
  const equal = texts.filter(({ score }) => score === least);
  return search.channel.rows<LargeRow>(
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

interface TextRow {
  readonly number: number;
  readonly term_count: number;
  readonly terms: string | null;
}

interface NumberedText {
  readonly number: number;
  readonly termCount: number;
  readonly counts: TermCounts;
}

/** Reads the texts with any of the terms that no segment covers. */
async function readTexts(search: LargeSearch, terms: readonly string[]): Promise<SegmentSearch> {
  const rows = await search.channel.rows<TextRow>(uncoveredSql(search, terms));
  const found = rows.map(({ term_count: termCount, terms: text }) => ({
    termCount,
    terms: text ?? "",
  }));
  const counts = countTerms(found, terms);
  const texts = rows.map(({ number, term_count: termCount }, position): NumberedText => {
    return { number, termCount, counts: counts[position] };
  });
  return {
    documentFrequencies: documentFrequencies(counts, terms),
    score: (weights) => scoreTexts(texts, weights),
  };
}

function uncoveredSql(search: LargeSearch, terms: readonly string[]): RawBuilder<unknown> {
  const { names, ranges } = search;
  const scope = onlyScope(ranges);
  const matches = hasAnyTerm(terms);
  const columns = sql`r.number, r.term_count, ${anyTextSql(terms)} as terms`;
  if (scope !== undefined) {
    return sql`
      select ${columns} from ${names.records} as r
      where ${isUncovered(names, scope)} and ${matches}`;
  }
  return sql`
    select ${columns} from ${names.records} as r
    left join ${names.segments} as s on s.scope = r.scope
    where ${inRanges(sql.ref("r.scope"), ranges)} and ${isBeyond(sql.ref("s.covers"))} and ${matches}`;
}

function scoreTexts(
  texts: readonly NumberedText[],
  { weights, damping }: TextWeights,
): SegmentScores {
  const scores = new Float64Array(texts.length);
  const ordinals = new Map<number, number>();
  for (const [ordinal, { number, termCount, counts }] of texts.entries()) {
    const damped = damping(termCount);
    let score = 0;
    for (const [position, frequency] of (counts ?? []).entries()) {
      if (frequency > 0) score += ((weights[position] ?? 0) * frequency) / (frequency + damped);
    }
    scores[ordinal] = score;
    ordinals.set(number, ordinal);
  }
  const numbers = {
    ordinalOf: (number: number): number => ordinals.get(number) ?? -1,
    numberOf: (ordinal: number): number => texts[ordinal]?.number ?? 0,
  };
  return ordinalScores(scores, numbers, (ordinal, term) => {
    return (texts[ordinal]?.counts?.[term] ?? 0) > 0;
  });
}
