import { termCoverage, textWeights, type TextLeg, type TextWeights } from "@kioku/core/toolkit";
import { sql, type RawBuilder } from "kysely";

import { isBeyond, isUncovered } from "../../index/segment/coverage.js";
import { numberArray } from "../../sql/encode.js";
import { inRanges, onlyScope } from "../../sql/fragments.js";
import { keyOf } from "../found-record.js";
import { searchSegment } from "../search-segment.js";
import { anyTextSql, hasAnyTerm, ofTexts } from "../search-sql.js";
import { ordinalScores } from "../segment-scores.js";
import type { ScoredText, SegmentScores, SegmentSearch, TextRef } from "../segment-scores.js";
import { countTerms, documentFrequencies, type TermCounts } from "../text-scores.js";
import { amongTablesOf, bestRows, isSelected, LARGE_NEEDS, largeColumns } from "./large-search.js";
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

/** Scores of a text leg, from which the best are selected when others are known. */
export interface TextMatches extends Omit<LegMatches, "best"> {
  /** Texts that are probably among the best, best first, whether selected or not. */
  readonly candidates: readonly ScoredText[];
  /** Returns the best rows; `known` need not be read. */
  readonly select: (known: readonly LargeRow[]) => Promise<readonly LargeRow[]>;
}

/** Scores texts with any of the terms, by segments or, where there are none, by reading texts. */
export async function byText(
  search: LargeSearch,
  { leg, limit, statistics: read, segmented }: TextSearch,
): Promise<TextMatches> {
  const { terms, weights: factors, originals, statistics: given } = leg;
  const [segments, texts, totals] = await Promise.all([
    Promise.all(segmented.map((scope) => searchSegment(search, scope, terms))),
    readTexts(search, terms),
    read,
  ]);
  const sources = [texts, ...segments.filter((segment) => segment !== undefined)];
  const statistics = {
    ...(given ?? {
      documents: totals.documents,
      totalTerms: totals.terms,
      documentFrequencies: terms.map((_, position) =>
        sources.reduce((sum, source) => sum + (source.documentFrequencies[position] ?? 0), 0),
      ),
    }),
    weights: factors,
    originals,
  };
  const weights = textWeights(statistics);
  const scores = sources.map((source) => source.score(weights));
  const scoreOf = (row: LargeRow): number | undefined => {
    if (row.number === null) return undefined;
    for (const some of scores) {
      const score = some.scoreOf(row);
      if (score !== undefined) return score;
    }
    return undefined;
  };
  const coverageOf = (row: LargeRow): number => {
    const own = row.number === null ? undefined : scores.find((some) => some.scoreOf(row));
    return termCoverage(weights, (term) => Number(own?.has(row, term)));
  };
  const wanted = limit + SPARE;
  const chunks = scores.map((source) => firstOf(source.chunks(wanted)));
  const candidates = chunks.flat().toSorted((a, b) => b.score - a.score);
  const select = async (known: readonly LargeRow[]): Promise<readonly LargeRow[]> => {
    const found = await selectBest(search, { sources: scores, candidates, known, limit });
    return bestRows(found, scoreOf, limit);
  };
  return { select, candidates, scoreOf, statistics, coverageOf };
}

interface Selected {
  readonly sources: readonly SegmentScores[];
  readonly candidates: readonly ScoredText[];
  readonly known: readonly LargeRow[];
  readonly limit: number;
}

/** Selects from the best of all sources, and from the rest only if too few are selected. */
async function selectBest(
  search: LargeSearch,
  { sources, candidates, known, limit }: Selected,
): Promise<readonly LargeRow[]> {
  if (candidates.length === 0) return [];
  const least = candidates[limit + SPARE - 1]?.score ?? 0;
  const rows = new Map(known.map((row) => [textKey(row), row]));
  const unknown = candidates.filter((text) => !rows.has(textKey(text)));
  const read = unknown.length === 0 ? [] : await selectTexts(search, unknown, { least, limit });
  const found = [...candidates.flatMap((text) => rows.get(textKey(text)) ?? []), ...read];
  if (found.length >= limit || candidates.length < limit + SPARE) return found;
  return (await Promise.all(sources.map((source) => selectFrom(search, source, limit)))).flat();
}

/** Returns a unique key of a text. */
export function textKey({ scope, number }: TextRef): string {
  return keyOf(scope, String(number));
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
  const columns = largeColumns(amongTablesOf(search, texts));
  return search.channel.rows<LargeRow>(
    equal.length > limit
      ? sql`
      select ${columns} from (
        (${ofNumbers(search, better)}) union all
        (${ofNumbers(search, equal)} order by r.id, r.scope limit ${limit})) as r`
      : sql`
      select ${columns} from (${ofNumbers(search, [...better, ...equal])}) as r`,
  );
}

function ofNumbers(search: LargeSearch, texts: readonly ScoredText[]): RawBuilder<unknown> {
  if (onlyScope(search.ranges) !== undefined) {
    const numbers = numberArray(texts.map(({ number }) => number));
    return sql`
      select ${LARGE_NEEDS} from ${search.names.records} as r
      where r.number = any(${numbers}::bigint[]) and ${isSelected(search)}`;
  }
  return sql`
    select ${LARGE_NEEDS} from ${ofTexts(search.names, texts)}
    where ${isSelected(search)}`;
}

interface TextRow {
  /** Left out where only one scope is searched. */
  readonly scope?: string;
  readonly number: number;
  readonly term_count: number;
  readonly terms: string | null;
}

interface NumberedText extends TextRef {
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
  const only = onlyScope(search.ranges) ?? "";
  const texts = rows.map(({ scope = only, number, term_count: termCount }, position) => {
    return { scope, number, termCount, counts: counts[position] };
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
    select r.scope, ${columns} from ${names.records} as r
    left join ${names.segments} as s on s.scope = r.scope
    where ${inRanges(sql.ref("r.scope"), ranges)} and ${isBeyond(sql.ref("s.covers"))} and ${matches}`;
}

function scoreTexts(
  texts: readonly NumberedText[],
  { weights, damping }: TextWeights,
): SegmentScores {
  const scores = new Float64Array(texts.length);
  const ordinals = new Map<string, Map<number | null, number>>();
  for (const [ordinal, { scope, number, termCount, counts }] of texts.entries()) {
    const damped = damping(termCount);
    let score = 0;
    for (const [position, frequency] of (counts ?? []).entries()) {
      if (frequency > 0) score += ((weights[position] ?? 0) * frequency) / (frequency + damped);
    }
    scores[ordinal] = score;
    const ofScope = ordinals.get(scope) ?? new Map<number | null, number>();
    ordinals.set(scope, ofScope.set(number, ordinal));
  }
  const refs = {
    ordinalOf: ({ scope, number }: TextRef): number => ordinals.get(scope)?.get(number) ?? -1,
    textOf: (ordinal: number): TextRef => texts[ordinal] ?? { scope: "", number: null },
  };
  return ordinalScores(scores, refs, (ordinal, term) => {
    return (texts[ordinal]?.counts?.[term] ?? 0) > 0;
  });
}
